interface Hovered {
  readonly target: HTMLElement;
}

/** Tells whether a button has an icon alone, or a text that the narrow window hides. */
function lacksText(button: HTMLElement): boolean {
  const short = button.querySelector('[data-short]');
  return button.textContent.trim() === '' || (short !== null && short.getBoundingClientRect().width <= 1);
}

/**
 * The name of a button as its tooltip, where nobody can read it otherwise. It is there while the mouse is above: a screen
 * reader, which says the name, would read the same words once more.
 */
export const tooltip = {
  onHoverStart({ target }: Hovered): void {
    if (lacksText(target)) target.title = target.getAttribute('aria-label') ?? target.textContent.trim();
  },
  onHoverEnd({ target }: Hovered): void {
    target.removeAttribute('title');
  },
};
