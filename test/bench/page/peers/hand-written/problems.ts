import type { Problems } from './types.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns the browser's validation errors with custom messages. */
export function listProblems(form: HTMLFormElement): Problems {
  const problems: Record<string, string> = {};
  for (const element of form.elements) {
    if (!isControl(element) || element.validity.valid || element.name === '') continue;
    problems[element.name] = getMessage(element);
  }
  return problems;
}

export function focusFirstProblem(form: HTMLFormElement, problems: Problems): void {
  const failing = [...form.elements].find(
    (element) => isControl(element) && problems[element.name] !== undefined,
  );
  if (failing instanceof HTMLElement) failing.focus();
}

function isControl(element: Element): element is Control {
  return 'validity' in element && 'name' in element;
}

function getMessage({ name, validity, validationMessage }: Control): string {
  const { required, wrong } = messages[name] ?? {};
  return (validity.valueMissing ? required : wrong) ?? validationMessage;
}

const messages: Readonly<Record<string, { readonly required?: string; readonly wrong?: string }>> = {
  office_location: { required: 'Choose the office to write to' },
  name: { required: 'Enter your name' },
  email: {
    required: 'Enter your email address',
    wrong: 'Enter an email address in the form name@example.com',
  },
  phone: {
    required: 'Enter your phone number',
    wrong: 'Enter the phone number in digits, for example +44 20 7946 0018',
  },
  message: { required: 'Enter your message' },
  boat_make: { required: 'Enter who built the boat' },
  boat_model: { required: 'Enter the boat’s model' },
  year: {
    required: 'Enter the year in which the boat was built',
    wrong: 'Enter the year of build as four digits, for example 2015',
  },
  boat_location: { required: 'Enter where the boat lies' },
  tax_paid_status: { required: 'Choose whether tax has been paid on the boat' },
  engine_hours: {
    required: 'Enter the engine hours',
    wrong: 'Enter the engine hours as a number, for example 412.5',
  },
  generator_hours: { wrong: 'Enter the generator hours as a number, for example 88' },
  accept_term: { required: 'Tick the box to accept the terms' },
};
