/** Words for the lab's own registry. */
import type { Text } from "../../src/model/run.js";
import type { ImageVariant, Step } from "./lab.js";
import type { Options } from "./steps.js";
import { t } from "./text.js";

/**
 * Starts the lab's own registry beside the nodes: plain HTTP, on the VM's loopback only, removed at the end. The id is
 * its name in placeholders: `{{registry.host}}` (what image references begin with, and how nodes reach it),
 * `{{registry.url}}` (on the VM), `{{registry.container}}`; with a password also `.username` and `.password`.
 */
export function registry(id = "registry", options: Options & { authenticated?: true } = {}): Step {
  const title = options.authenticated
    ? t("Start a registry that wants a password", "启动一个需要密码的镜像仓库")
    : t("Start the lab's own registry", "启动实验自己的镜像仓库");
  const needs = ["registry", "registry-hosts", ...(options.authenticated ? ["bcrypt"] : [])];
  return { timeoutSeconds: 120, needs, ...options, id, title, kind: "registry" };
}

/**
 * Pushes the probe image (or a variant of it) to a registry that the lab started, over the registry API. Afterwards
 * `{{<id>.ref}}` is `host/repository@digest`, `{{<id>.tag}}` `host/repository:tag`, `{{<id>.digest}}` what the tag names;
 * `{{image.pushed}}` is the ref of the newest push.
 */
export function pushImage(
  id: string,
  title: Text,
  image: ImageVariant & { repository?: string; tag: string; registry?: string },
  options: Options = {},
): Step {
  const { registry: to = "registry", repository = "labbook/probe", tag, ...variant } = image;
  return {
    timeoutSeconds: 180,
    ...options,
    id,
    title,
    kind: "pushImage",
    registry: to,
    repository,
    tag,
    ...variant,
  };
}
