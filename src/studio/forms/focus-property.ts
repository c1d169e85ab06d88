import { controlId } from '#widgets';

/** The id that the properties of a field begin with. */
export const propertyPrefix = 'st-property';

/** Longer than the properties of another field take to be drawn. */
const mostFrames = 60;

/** Takes the focus to a property of the field that was just chosen, with its text ready to be replaced. */
export function focusProperty(name: string, framesLeft = mostFrames): void {
  requestAnimationFrame(() => {
    const control = document.getElementById(controlId(propertyPrefix, name));
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
      control.focus();
      control.select();
    } else if (framesLeft > 0) focusProperty(name, framesLeft - 1);
  });
}
