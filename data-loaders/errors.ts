import { type ExitCode, exit } from "./exit-codes.js";

/** An error that says what to do about it. `message` is what failed; `remedy` is a paste-ready command or a setting. */
export class LabError extends Error {
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly remedy: string | undefined;

  constructor(
    code: string,
    message: string,
    options: { exitCode: ExitCode; remedy?: string; cause?: unknown },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "LabError";
    this.code = code;
    this.exitCode = options.exitCode;
    this.remedy = options.remedy;
  }
}

/** Something that the command needs is not there: nothing ran. */
export class MissingError extends LabError {
  constructor(code: string, message: string, remedy?: string, cause?: unknown) {
    super(code, message, { exitCode: exit.notRun, remedy, cause });
    this.name = "MissingError";
  }
}

/** Refused: what was found is not the dedicated cluster. The message names both sides. */
export class RefusedError extends LabError {
  constructor(code: string, message: string, remedy?: string) {
    super(code, message, { exitCode: exit.refused, remedy });
    this.name = "RefusedError";
  }
}

/** The message and the remedy as a person reads them. */
export function describeError(error: LabError): string {
  return error.remedy ? `${error.message}\n  try: ${error.remedy}` : error.message;
}
