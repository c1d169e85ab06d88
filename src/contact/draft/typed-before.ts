import type { Values } from '#engine';

/**
 * What a visitor changed in a form that the server drew before scripts took it over, by the controls' names: their
 * values differ from those in the HTML, also where the browser itself filled them in. Values are text, as in a form that
 * is posted without scripts; a tick is a boolean. Fields in parts (`guests[0][name]`) are not read.
 */
export function typedBefore(form: HTMLFormElement | null | undefined): Values {
  const changes = [...(form?.elements ?? [])].flatMap((control) => {
    const change = isNamed(control) ? changeOf(control) : undefined;
    return change === undefined || !isNamed(control) ? [] : [[control.name, change] as const];
  });
  return Object.fromEntries(changes);
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isNamed(control: Element): control is Control {
  const isControl =
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement;
  return isControl && /^\w+$/.test(control.name);
}

function changeOf(control: Control): unknown {
  if (control instanceof HTMLSelectElement) return changedChoice(control);
  if (control instanceof HTMLTextAreaElement) return changedText(control);
  switch (control.type) {
    case 'checkbox':
      return control.checked === control.defaultChecked ? undefined : control.checked;
    case 'radio':
      return control.checked && !control.defaultChecked ? control.value : undefined;
    case 'file':
    case 'hidden':
    case 'submit':
      return undefined;
    default:
      return changedText(control);
  }
}

function changedText(control: HTMLInputElement | HTMLTextAreaElement): string | undefined {
  return control.value === control.defaultValue ? undefined : control.value;
}

/** Where no option is marked in the HTML, a drop-down shows its first. */
function changedChoice(select: HTMLSelectElement): string | undefined {
  const options = [...select.options];
  const drawn = options.findLast((option) => option.defaultSelected) ?? options[0];
  return select.value === drawn?.value ? undefined : select.value;
}
