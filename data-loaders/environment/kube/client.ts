/**
 * What is used of the Kubernetes client. Named here, in a file that is loaded when a kubeconfig is read: a bundle of the
 * command then holds this class and not the hundreds of API types beside it.
 */
export { KubeConfig } from "@kubernetes/client-node";
