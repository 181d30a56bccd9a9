import { expect, test } from "vitest";
import { contentTrouble, whyUnresolved } from "../../src/model/diagnose/image-layers.js";
import { listeners } from "../../src/model/diagnose/sockets.js";

const image = "r:5000/labbook/probe@sha256:0de216fd124221e4d7fd8b1d9c27e7fa4d20193568c0461499f665b21e59f556";
const pull = `rpc error: code = Unknown desc = failed to pull and unpack image "${image}": `;
const resolve = `${pull}failed to resolve reference "${image}": `;

/** What containerd said in runs of c12 and c32, shortened to their ends. */
test("the runtime's refusals are told apart by its own words", () => {
  const denied = `${resolve}pull access denied, repository does not exist or may require authorization: authorization failed: no basic auth credentials`;
  expect(whyUnresolved(denied)).toBe("not allowed");
  expect(whyUnresolved(`${resolve}${image}: not found`)).toBe("name not found");
  const lookup = `${resolve}failed to do request: Head "http://r:5000/v2/labbook/probe/manifests/x": dial tcp: lookup r on 172.18.0.1:53: no such host`;
  expect(whyUnresolved(lookup)).toBe("registry not reached");
  expect(whyUnresolved(`${resolve}unexpected status from HEAD request: 500 Internal Server Error`)).toBe(
    "unresolved",
  );
  for (const message of [denied, lookup]) expect(contentTrouble(message)).toBeUndefined();
});

test("content that is missing, changed, foreign or not unpacked is told apart, and the reference is not blamed", () => {
  const blob = "sha256:a5ce2c6230df5c14065fc73f1aacfa01cd13c4238f1f0a1b17cabe028ed9fec0";
  const missing = `${pull}failed to copy: httpReadSeeker: failed open: could not fetch content descriptor ${blob} (application/vnd.oci.image.layer.v1.tar) from remote: not found`;
  expect(contentTrouble(missing)).toBe("blob missing");
  const changed = `${pull}failed commit on ref "layer-${blob}": unexpected commit digest sha256:f789, expected ${blob}: failed precondition`;
  expect(contentTrouble(changed)).toBe("bytes differ");
  expect(contentTrouble(`${pull}no match for platform in manifest: not found`)).toBe("no such platform");
  expect(
    contentTrouble(`${pull}failed to extract layer ${blob}: mount callback failed: no space left on device`),
  ).toBe("not unpacked");
  expect(
    contentTrouble(
      `${pull}failed to copy: httpReadSeeker: dial tcp 172.18.0.5:5000: connect: connection refused`,
    ),
  ).toBe("registry not reached");
  expect(contentTrouble(`${pull}something that was never seen`)).toBeUndefined();
});

test("listening sockets are read from the kernel's table, loopback in both families", () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1
   1: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 2
   2: 0201F40A:0050 0101F40A:D431 01 00000000:00000000 00:00000000 00000000     0        0 3
  sl  local_address                         remote_address                        st
   0: 00000000000000000000000001000000:1F91 00000000000000000000000000000000:0000 0A 00000000:00000000
   1: 00000000000000000000000000000000:1F92 00000000000000000000000000000000:0000 0A 00000000:00000000
   2: 0000000000000000FFFF00000100007F:1F93 00000000000000000000000000000000:0000 0A 00000000:00000000`;
  expect(listeners(table).map(({ port, loopback }) => [port, loopback])).toEqual([
    [8080, true],
    [80, false],
    [8081, true],
    [8082, false],
    [8083, true],
  ]);
});

test("on a machine of the other byte order the loopback addresses are those themselves", () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid
   0: 7F000001:1F90 00000000:0000 0A
   1: 0AF40102:0050 00000000:0000 0A
   2: 00000000000000000000000000000001:1F91 00000000000000000000000000000000:0000 0A
   3: 00000000000000000000FFFF7F000001:1F92 00000000000000000000000000000000:0000 0A`;
  expect(listeners(table).map(({ port, loopback }) => [port, loopback])).toEqual([
    [8080, true],
    [80, false],
    [8081, true],
    [8082, true],
  ]);
});
