/** As the `ref` of what a press has just brought: who pressed goes on there. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
