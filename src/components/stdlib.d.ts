declare module "observablehq:stdlib" {
  export function FileAttachment(name: string): { json(): Promise<unknown>; href: string };
}
