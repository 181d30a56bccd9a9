/**
 * Framework asks the npm registry for the newest version of these libraries at every clean build, even when no page
 * uses them. An empty folder in its cache counts as resolved, so that a build needs no network.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

const libraries = [
  "react-dom@19.0.0",
  "react@19.0.0",
  "lodash@4.17.21",
  "arquero@8.0.3",
  "apache-arrow@17.0.0",
  "d3@7.9.0",
  "echarts@5.5.1",
  "htl@0.3.1",
  "leaflet@1.9.4",
  "mapbox-gl@3.8.0",
  "@observablehq/plot@0.6.16",
  "topojson-client@3.1.0",
  "@observablehq/sample-datasets@1.0.1",
  "d3-dsv@3.0.1",
  "parquet-wasm@0.6.1",
];

export async function seedLibraries(project: string): Promise<void> {
  for (const library of libraries) await mkdir(join(cache(project), "_npm", library), { recursive: true });
}

function cache(project: string): string {
  return join(project, "src/.observablehq/cache");
}
