import { describe, expect, test } from "vitest";
import { createRedactor } from "../../data-loaders/evidence/redact.js";

const SECRET = "s3cr3t-7Q";
const masked = (text: string) => {
  const redactor = createRedactor();
  redactor.learn(new TextEncoder().encode(text));
  return new TextDecoder().decode(redactor.redact(new TextEncoder().encode(text)).bytes);
};

describe("passwords in a program's own option", () => {
  test.each([
    ["curl -u", `$ curl -s -u admin:${SECRET} https://registry.example/v2/`],
    ["curl -u in quotes", `curl -u "admin:${SECRET}" https://registry.example/v2/`],
    ["curl --user", `  1234 curl --user admin:${SECRET} -k https://x`],
    ["curl --user=", `curl --user=admin:${SECRET} https://x`],
    ["curl, joined", `curl -uadmin:${SECRET} https://x`],
    ["curl through a proxy", `curl --proxy-user p:${SECRET} https://x`],
    ["curl, as /proc/<pid>/cmdline", `curl\0-u\0admin:${SECRET}\0https://x\0`],
    ["curl, as a JSON list", JSON.stringify({ args: ["curl", "-u", `admin:${SECRET}`, "https://x"] })],
    ["curl, as a printed JSON list", JSON.stringify({ args: ["curl", "-u", `admin:${SECRET}`] }, null, 2)],
    ["curl, as a YAML list", `command:\n- curl\n- -u\n- admin:${SECRET}\n- https://x\n`],
    ["mysql -p", `mysql -h db -u root -p${SECRET} app`],
    ["mysqldump -p", `root 77 mysqldump -p${SECRET} --all-databases`],
    ["mariadb-admin -p, cmdline", `mariadb-admin\0-p${SECRET}\0ping\0`],
    ["redis-cli -a", `redis-cli -h cache -a ${SECRET} ping`],
    ["redis-cli --pass", `redis-cli --pass ${SECRET} ping`],
    ["redis-server --requirepass", `redis-server *:6379 --requirepass ${SECRET}`],
    ["redis, as a YAML list", `args:\n  - redis-cli\n  - -a\n  - "${SECRET}"\n  - ping\n`],
    ["crictl pull --creds", `crictl pull --creds labbook:${SECRET} r:5000/probe:v1`],
    ["skopeo --dest-creds=", `skopeo copy --dest-creds=labbook:${SECRET} oci:x docker://r:5000/x`],
    ["ctr --user", `ctr -n k8s.io images pull --user labbook:${SECRET} r:5000/probe:v1`],
    ["docker login -p", `docker login -u labbook -p ${SECRET} r:5000`],
    ["docker login, as a list", JSON.stringify(["docker", "login", "-p", SECRET, "r:5000"])],
    ["helm registry login", `helm registry login r:5000 -p ${SECRET}`],
    ["sshpass -p", `sshpass -p ${SECRET} ssh user@vm`],
  ])("%s", (_, text) => {
    const out = masked(text);
    expect(out).not.toContain(SECRET);
    expect(out).toContain("[masked:option]");
    expect(out.replace("[masked:option]", SECRET)).toBe(text);
  });

  test.each([
    "docker run -u 1000:1000 busybox id",
    "curl -u 1000:1000 https://x",
    "ps -u root -p 4242",
    "mkdir -p /data/mysql-files",
    "mysql -h db -P 3306 -p app",
    "ls -a redis-data",
    "docker run -p 8080:80 registry",
    "nerdctl run -u 1000:1000 busybox",
    "ctr -n k8s.io images ls",
    "redis-cli -a true",
    "curl -s http://10.0.0.1:8080/state",
    "- name: curl\nuser:\n  -u web:app\n",
  ])("%s says nothing secret", (text) => {
    expect(masked(text)).toBe(text);
  });

  test("an argument is told by the option before it, however short it is", () => {
    const redactor = createRedactor();
    const argv = ["redis-cli", "-a", "ab1", "set", "ab", "x\ny"];
    redactor.learnArgv(argv);
    expect(redactor.redactArgv(argv)).toEqual(["redis-cli", "-a", "[masked:option]", "set", "ab", "x\ny"]);
    expect(redactor.redactArgv([])).toEqual([]);
    expect(redactor.redactArgv(["true", ""])).toEqual(["true", ""]);
  });
});

describe("cookies", () => {
  test("the value of a Set-Cookie header goes, its attributes stay", () => {
    expect(masked(`< Set-Cookie: sid=${SECRET}; Path=/; Max-Age=3600; HttpOnly\r\n< Server: x\r\n`)).toBe(
      "< Set-Cookie: sid=[masked:bearer-token]; Path=/; Max-Age=3600; HttpOnly\r\n< Server: x\r\n",
    );
  });

  test("every value of a Cookie header goes, also in an option and in JSON", () => {
    expect(masked(`> cookie: sid=${SECRET}; csrf=Zt81-QQ9x\n`)).toBe(
      "> cookie: sid=[masked:bearer-token]; csrf=[masked:bearer-token]\n",
    );
    expect(masked(`curl -H "Cookie: sid=${SECRET}" http://x`)).toBe(
      'curl -H "Cookie: sid=[masked:bearer-token]" http://x',
    );
    expect(JSON.parse(masked(JSON.stringify({ headers: { cookie: `sid=${SECRET}` } })))).toEqual({
      headers: { cookie: "sid=[masked:bearer-token]" },
    });
  });
});

describe("settings with white space around the sign", () => {
  test.each([
    [
      "an AWS credentials file",
      `[default]\naws_access_key_id = AKIAX\naws_secret_access_key = ${SECRET}/+a\n`,
    ],
    ["TOML", `[auth]\n  password = "${SECRET}"\n`],
    ["one side only", `db_password= ${SECRET}\n`],
    ["CR LF", `password = ${SECRET}\r\nuser = x\r\n`],
  ])("%s", (_, text) => {
    expect(masked(text)).not.toContain(SECRET);
    expect(masked(text)).toContain("[masked:env]");
  });

  test.each([
    "key_file = /etc/ssl/key.pem\n",
    'token = os.environ["TOKEN"]\n',
    "kernel.keys.root_maxkeys = 1000000\n",
    "password = $DB_PASSWORD\n",
    "timeout = 30s\n",
  ])("%s says nothing secret", (text) => {
    expect(masked(text)).toBe(text);
  });
});
