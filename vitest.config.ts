import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // real processes and real pages take their time on two loaded cores
    testTimeout: 60_000,
    hookTimeout: 180_000,
    reporters: ["default", "./test/closing-line.ts"],
  },
});
