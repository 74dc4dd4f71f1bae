interface Hovered {
  readonly target: HTMLElement;
}

/** Returns the name of a button that has an icon alone, or whose words the narrow window hides. */
function unseenName(button: HTMLElement): string | null {
  const short = button.querySelector('[data-short]');
  const isHidden = short !== null && short.getBoundingClientRect().width <= 1;
  if (!isHidden && button.textContent.trim() !== '') return null;
  return button.getAttribute('aria-label') ?? short?.textContent ?? null;
}

/**
 * The name of a button as its tooltip, where nobody can read it otherwise. It is there while the mouse is above: a screen
 * reader, which says the name, would read the same words once more.
 */
export const tooltip = {
  onHoverStart({ target }: Hovered): void {
    const name = unseenName(target);
    if (name !== null) target.title = name;
  },
  onHoverEnd({ target }: Hovered): void {
    target.removeAttribute('title');
  },
};
