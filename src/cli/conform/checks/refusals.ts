import { officeField, typeField } from '#engine';
import type { Answer } from '../answers.ts';
import type { TestEnquiry, Variables } from '../enquiries.ts';
import type { RequirementCode } from '../requirements.ts';
import type { Session } from '../session.ts';

export async function checkRefusals(session: Session, enquiry: TestEnquiry): Promise<void> {
  const missing = requiredField(enquiry);
  if (missing === undefined) {
    session.skip(
      ['required', 'refusal-shape', 'refusal-code', 'refusal-status', 'refusal-field', 'refusal-language'],
      `the type "${enquiry.type}" requires no text`,
    );
  } else await refusal(session, enquiry, missing);

  const wrong = wrongValue(enquiry);
  if (wrong === undefined) session.skip(['value'], `the type "${enquiry.type}" takes any text`);
  else
    await refused(session, {
      enquiry,
      code: 'value',
      field: wrong.name,
      changes: { [wrong.name]: wrong.value },
    });

  const domain = 'slipway-conform.invalid';
  await refused(session, { enquiry, code: 'unknown-domain', field: 'domain', changes: { domain } });
  const highest = Math.max(...session.form.types.map(({ id }) => Number(id)));
  const noType = highest + 1000;
  await refused(session, {
    enquiry,
    code: 'unknown-type',
    field: typeField,
    changes: { [typeField]: noType },
  });
  if (enquiry.variables[officeField] === null || enquiry.variables[officeField] === undefined)
    session.skip(['unknown-office'], `the type "${enquiry.type}" asks for no office on this site`);
  else
    await refused(session, {
      enquiry,
      code: 'unknown-office',
      field: officeField,
      changes: { [officeField]: '987654321' },
    });
}

/** Returns the name of a field whose absence is refused as a problem of that field. */
function requiredField({ plan, judge }: TestEnquiry): string | undefined {
  return plan.fields.find(
    ({ name, options, isRequired, definition }) =>
      name !== typeField &&
      isRequired &&
      options === undefined &&
      definition.kind === 'string' &&
      judge({ [name]: null }).some(({ field }) => field === name),
  )?.name;
}

function wrongValue({ plan, judge }: TestEnquiry) {
  const texts = plan.fields.filter(
    ({ definition, options, visibility }) =>
      definition.kind === 'string' && options === undefined && visibility === 'shown',
  );
  const value = 'slipway conform: no address, no number';
  const name = texts.find(({ name }) => judge({ [name]: value }).some(({ field }) => field === name))?.name;
  return name === undefined ? undefined : { name, value };
}

async function refusal(session: Session, enquiry: TestEnquiry, field: string): Promise<void> {
  const [locale = 'en', other] = session.locales;
  const variables = session.enquiryOf(enquiry, { [field]: null });
  const answer = await session.send(variables, { locale });
  session.note(!answer.isTaken, {
    code: 'required',
    why: `without "${field}" it is taken`,
    exchange: answer,
  });
  if (answer.isTaken) return notSeen(session);
  const { misshape = '', status, code } = answer;
  session.note(misshape === '', { code: 'refusal-shape', why: misshape, exchange: answer });
  session.note(status === 200, { code: 'refusal-status', why: `the status is ${status}`, exchange: answer });
  if (misshape !== '') return notSeen(session);
  session.note(code === 'BAD_USER_INPUT', {
    code: 'refusal-code',
    why: `the code is "${code}"`,
    exchange: answer,
  });
  noteField(session, answer, field);
  if (other === undefined) return session.skip(['refusal-language'], 'the form has one language');
  const translated = await session.send(variables, { locale: other });
  const isOther = translated.messages.join() !== answer.messages.join();
  const why = `asked for in "${other}" the messages are those in "${locale}"`;
  session.note(isOther, { code: 'refusal-language', why, exchange: translated });
}

function notSeen({ skip }: Session): void {
  skip(
    ['refusal-shape', 'refusal-code', 'refusal-status', 'refusal-field', 'refusal-language'],
    'there was no refusal that can be read',
  );
}

/** An enquiry that must be refused as a problem of a field. */
export interface Refusable {
  readonly enquiry: TestEnquiry;
  readonly code: RequirementCode;
  readonly field: string;
  readonly changes: Variables;
}

/** Checks that an enquiry is refused. Naming its field is a separate requirement. */
export async function refused(session: Session, { enquiry, code, field, changes }: Refusable): Promise<void> {
  const answer = await session.send(session.enquiryOf(enquiry, changes));
  session.note(!answer.isTaken, {
    code,
    why: `it is taken with ${field}: ${shown(changes[field])}`,
    exchange: answer,
  });
  if (!answer.isTaken && answer.misshape === undefined) noteField(session, answer, field);
}

function noteField({ note }: Session, answer: Answer, field: string): void {
  const named = answer.fields.length === 0 ? 'none' : answer.fields.join(', ');
  const why = `"${field}" is to be mended, and ${named} is named`;
  note(answer.fields.includes(field), { code: 'refusal-field', why, exchange: answer });
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}
