import type { Text } from "./run.js";

/** The named rules by which outputs are masked before they are stored, in words for a reader. */
export const redactionRules = {
  "secret-data": {
    en: "values in data and stringData of a Kubernetes Secret, and in the annotation that repeats them",
    zh: "Kubernetes Secret 的 data 与 stringData 中的值，以及重复它们的注解",
  },
  env: {
    en: "values of environment variables whose name says password, token, secret or key",
    zh: "名称含 password、token、secret 或 key 的环境变量的值",
  },
  kubeconfig: {
    en: "token, password and client-key-data of a kubeconfig, and registry credentials",
    zh: "kubeconfig 的 token、password、client-key-data，以及镜像仓库凭据",
  },
  "bearer-token": {
    en: "credentials in an Authorization or Cookie header",
    zh: "Authorization 或 Cookie 头中的凭据",
  },
  "service-account-token": {
    en: "signed tokens (JWT), such as those mounted for a ServiceAccount",
    zh: "签名令牌（JWT），例如为 ServiceAccount 挂载的令牌",
  },
  "private-key": { en: "private keys in PEM form", zh: "PEM 格式的私钥" },
  option: {
    en: "passwords and tokens given as a command option, a mount option or in a URL",
    zh: "命令选项、挂载选项或 URL 中给出的密码和令牌",
  },
  copy: {
    en: "further copies of a secret found by the other rules: plain, base64, percent-encoded or escaped",
    zh: "其他规则所发现的机密的其余副本：明文、base64、百分号编码或转义形式",
  },
} satisfies Record<string, Text>;

export type RedactionRule = keyof typeof redactionRules;
