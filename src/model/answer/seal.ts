import { digestOf } from "../hash.js";
import type { Answer, SealedPrediction } from "./types.js";

type Sealed = Omit<SealedPrediction, "digest">;

/** The digest that seals a prediction: nothing of it can be changed afterwards, its time and access state included. */
export function sealOf(of: Pick<Answer, "chapter" | "exercise">, prediction: Sealed): string {
  const { statements, sealedAt, access } = prediction;
  return digestOf({ chapter: of.chapter, exercise: of.exercise, statements, sealedAt, access });
}

export function sealed(of: Pick<Answer, "chapter" | "exercise">, prediction: Sealed): SealedPrediction {
  return { ...prediction, digest: sealOf(of, prediction) };
}
