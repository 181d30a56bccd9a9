import type { Text } from "../../src/model/run.js";
import { pod, t } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

/** How many requests one count is made of. With three backends chosen at random, none stays unasked by chance. */
export const REQUESTS = 120;

/**
 * Requests through the Service, one after another from the client Pod, each over a connection of its own: a Service
 * chooses a backend for a connection, not for a request. The output is JSON: every answer as the backend gave it (Pod
 * UID and request ID), and how many each backend gave, in the order of the Pods' names.
 */
export function countBackends(id: string, title: Text): Step {
  return pod(
    id,
    title,
    "client",
    ["node", "-e", SCRIPT, "http://{{url:service.ip}}/identity", `${REQUESTS}`],
    {
      timeoutSeconds: 120,
      complete: { json: true },
    },
  );
}

const SCRIPT = `
const [url, n] = process.argv.slice(1);
const ask = (i) => new Promise((done) => {
  const headers = { "x-request-id": "count-" + i, connection: "close" };
  const request = require("http").get(url, { agent: false, headers, timeout: 5000 }, (r) => {
    let body = "";
    r.on("data", (d) => { body += d; }).on("end", () => {
      const { requestId, pod } = JSON.parse(body);
      done({ status: r.statusCode, requestId, pod: pod.name, uid: pod.uid });
    });
  });
  request.on("timeout", () => request.destroy(new Error("no answer within 5 s"))).on("error", (e) => done({ error: e.message }));
});
(async () => {
  const answers = [];
  for (let i = 1; i <= Number(n); i++) answers.push(await ask(i));
  const good = answers.filter((a) => a.status === 200);
  const names = [...new Set(good.map((a) => a.pod))].sort();
  const backends = names.map((pod) => {
    const own = good.filter((a) => a.pod === pod);
    return { pod, uid: own[0].uid, answers: own.length };
  });
  const failed = answers.length - good.length;
  console.log(JSON.stringify({ url, requests: answers.length, failed, backends, answers }));
})();`;

/** One GET of a Pod at its own address, past the Service. */
export function askDirectly(id: string, title: Text, address: string): Step {
  return pod(id, title, "client", ["wget", "-q", "-T", "5", "-O", "-", `http://${address}:8080/identity`], {
    complete: { json: true },
  });
}

/**
 * One GET to the API server from the client Pod, with its ServiceAccount's own token, which is never printed. stdout
 * is the body as the server sent it; stderr says the status line and the content type.
 */
export function askApi(id: string, title: Text, path: string, token: "own" | "wrong" = "own"): Step {
  return pod(id, title, "client", ["node", "-e", API_SCRIPT, path, token], { complete: { json: true } });
}

const API_SCRIPT = `
const { readFileSync } = require("fs");
const [path, which] = process.argv.slice(1);
const mounted = "/var/run/secrets/kubernetes.io/serviceaccount/";
const bearer = which === "own" ? readFileSync(mounted + "token", "utf8") : "labbook-no-such-credential";
const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = process.env;
const headers = { authorization: "Bearer " + bearer, accept: "application/json" };
require("https").get({ host, port, path, headers, ca: readFileSync(mounted + "ca.crt") }, (r) => {
  console.error("HTTP " + r.statusCode + " " + r.headers["content-type"]);
  r.pipe(process.stdout);
}).on("error", (e) => { console.error(e.message); process.exitCode = 1; });`;

/** Title of a count, in both languages. */
export function countTitle(en: string, zh: string): Text {
  return t(`${REQUESTS} requests through the Service, ${en}`, `通过 Service 发送 ${REQUESTS} 个请求，${zh}`);
}
