import { toControlId } from '#widgets';

/** The prefix of the element ids of a field's properties. */
export const propertyPrefix = 'st-property';

/** The number of frames to wait. Drawing the properties of another field takes less. */
const maxFrames = 60;

/**
 * Focuses a property of the chosen field and selects its text, as soon as the property is drawn. Does nothing
 * if that does not happen in time.
 * @param framesLeft The number of animation frames after which it gives up.
 */
export function focusProperty(name: string, framesLeft = maxFrames): void {
  requestAnimationFrame(() => {
    const control = document.getElementById(toControlId(propertyPrefix, name));
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
      control.focus();
      control.select();
    } else if (framesLeft > 0) focusProperty(name, framesLeft - 1);
  });
}
