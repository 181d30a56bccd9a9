import { expect, test } from "vitest";
import { firstFileOfTar } from "../../../data-loaders/environment/cluster/container-file.js";
import { dnsFault, dnsQuestion } from "../../../data-loaders/environment/cluster/dns.js";
import { explainKind } from "../../../data-loaders/environment/cluster/troubles.js";
import { must } from "../../../data-loaders/environment/command.js";
import { readSettings } from "../../../data-loaders/environment/effects.js";
import { versions } from "../../../labs/environment/versions.js";
import { FakeVm, tarOf } from "../fake-vm.js";

test("the file in a tar stream is found, also behind a folder; a cut stream is an error", () => {
  const data = new TextEncoder().encode("x".repeat(700));
  const tar = tarOf("ca.crt", data);
  expect(firstFileOfTar(tar)).toEqual(data);
  const folder = Buffer.alloc(512);
  folder.write("pki/", 0);
  folder.write("00000000000\0", 124);
  folder.write("5", 156);
  expect(firstFileOfTar(new Uint8Array(Buffer.concat([folder, tar])))).toEqual(data);
  expect(() => firstFileOfTar(tar.slice(0, 600))).toThrow(/ends after 88 of 700 bytes/);
  expect(() => firstFileOfTar(new Uint8Array(1024))).toThrow(/no file/);
});

test("a DNS question is RFC 1035's, and only a good answer is one", () => {
  expect([...dnsQuestion("a.bc")].slice(12)).toEqual([1, 97, 2, 98, 99, 0, 0, 1, 0, 1]);
  expect(dnsFault([0x4c, 0x42, 0x85, 0x80])).toBeUndefined();
  expect(dnsFault([0x4c, 0x42, 0x85, 0x83])).toBeUndefined();
  expect(dnsFault([0x4c, 0x42, 0x81, 0x82])).toContain("code 2");
  expect(dnsFault([...dnsQuestion("a")])).toContain("no answer");
});

test("what kind stumbles over is explained, and nothing is made up for the rest", () => {
  expect(explainKind("Bind for 0.0.0.0:80 failed: port is already allocated")?.meaning).toContain("port");
  expect(explainKind("failed to create fsnotify watcher: too many open files")?.remedy).toContain("sysctl");
  expect(explainKind("something else")).toBeUndefined();
});

test("settings come from LABBOOK_ variables, and a strange name is wrong usage", () => {
  expect(readSettings({})).toEqual({ cluster: "labbook", registryImage: versions.registryImage });
  const env = { LABBOOK_CLUSTER: "x", LABBOOK_NODE_IMAGE: "n:1", LABBOOK_KIND_CONFIG: "k" };
  expect(readSettings({ ...env, LABBOOK_REGISTRY_IMAGE: "r:1" })).toEqual({
    cluster: "x",
    registryImage: "r:1",
    nodeImage: "n:1",
    kindConfig: "k",
  });
  expect(() => readSettings({ LABBOOK_CLUSTER: "--all" })).toThrow(/expected a cluster name/);
});

test("what fails without a connection is mended by what makes one, not by what the command would need", async () => {
  const vm = new FakeVm(() => ({ notStarted: { code: "TRANSPORT", message: "no connection: refused" } }));
  const ssh = Object.assign(vm, { name: "ssh://me@vm:2222" });
  const failed = must(ssh, "asking docker", ["docker", "info"], { timeoutMs: 1, remedy: "start docker" });
  await expect(failed).rejects.toMatchObject({ remedy: "ssh -p 2222 me@vm true" });
});
