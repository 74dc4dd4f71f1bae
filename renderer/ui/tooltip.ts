interface Hovered {
  readonly target: HTMLElement;
}

/** Buttons with an icon alone, or whose text the narrow window hides. */
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
