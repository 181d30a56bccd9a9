import { defineConfig } from "vitest/config";

const pages = "test/pages/**/*.test.ts";

export default defineConfig({
  test: {
    reporters: ["default", "./test/closing-line.ts"],
    // what they wait for is processes and browsers
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "parts",
          include: ["test/**/*.test.ts"],
          exclude: [pages],
          // real processes take their time on two loaded cores
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: "pages",
          include: [pages],
          globalSetup: "test/pages/sites.ts",
          // and so do real pages
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
