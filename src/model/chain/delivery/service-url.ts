/** Where a Service is asked. */
import { hostPort } from "../address.js";
import type { Broken } from "../facts.js";
import { isBroken } from "../facts.js";
import { at } from "../json.js";
import type { Json } from "../readings.js";
import { text } from "../scene.js";
import { isReady, placesOf } from "./endpoint-links.js";
import { servingPort, slicePort } from "./ports.js";

/**
 * `http://<address>:<port>` of a Service's cluster IP. A headless Service has none: its clients ask an endpoint, here the Pod's.
 * Undefined when there is nothing to ask.
 */
export function serviceUrl(service: Json, slices: Json | Broken, pod: Json | Broken): string | undefined {
  const ip = text(service.root, "spec", "clusterIP");
  const wanted = servingPort(service.root);
  if (ip === undefined) return undefined;
  if (ip !== "None") {
    const port = at(wanted, "port")?.value;
    return typeof port === "number" ? `http://${hostPort(ip, port)}` : undefined;
  }
  const uid = isBroken(pod) ? undefined : text(pod.root, "metadata", "uid");
  if (isBroken(slices) || uid === undefined) return undefined;
  const place = placesOf(slices.root).find(
    (one) => text(one.endpoint, "targetRef", "uid") === uid && isReady(one),
  );
  const address = place && text(place.endpoint, "addresses", 0);
  const port = place && slicePort(place.slice, wanted);
  const number = port && !isBroken(port) ? at(port, "port")?.value : undefined;
  return address !== undefined && typeof number === "number"
    ? `http://${hostPort(address, number)}`
    : undefined;
}
