/**
 * Whoever predicts first sees a picture's frame without its values, as long as a question after it is open: the picture at
 * the top would answer them all.
 */

/** `open`: whether that question is answered or was read. `look`: the reader asks to see the values all the same. */
export interface Covers {
  words: { showValues: string; coveredHint: string };
  forms: HTMLFormElement[];
  open(form: HTMLFormElement): boolean;
  look(forms: HTMLFormElement[]): void;
}

/** Covers what is to be covered now. Call it again whenever a question was settled. */
export function coverPictures(article: HTMLElement, covers: Covers): () => void {
  const pictures = [...article.querySelectorAll<HTMLElement>("figure.picture")];
  for (const picture of pictures) picture.prepend(offer(picture));
  update();
  return update;

  function update(): void {
    for (const picture of pictures) {
      const covered = waiting(picture).length > 0;
      picture.classList.toggle("covered", covered);
      for (const part of picture.querySelectorAll(".picture-stage, .player, .picture-states, .picture-words"))
        part.toggleAttribute("inert", covered);
    }
  }

  function waiting(picture: HTMLElement): HTMLFormElement[] {
    return covers.forms.filter(
      (form) =>
        !covers.open(form) && picture.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
  }

  function offer(picture: HTMLElement): HTMLElement {
    const place = document.createElement("p");
    place.className = "picture-cover";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = covers.words.showValues;
    button.addEventListener("click", () => covers.look(waiting(picture)));
    place.append(`${covers.words.coveredHint} `, button);
    return place;
  }
}
