import { typeField } from '#engine';
import type { ConformanceAnswer } from '../answers.ts';
import type { TestEnquiry, Variables } from '../enquiries.ts';
import type { RequirementCode } from '../requirements.ts';
import type { ConformanceSession } from '../session.ts';

/**
 * Checks that a missing or invalid value and an unknown site or type are refused by field name.
 * Records a requirement as skipped if the enquiry has no field to check it with.
 */
export async function checkRefusals(session: ConformanceSession, enquiry: TestEnquiry): Promise<void> {
  const missing = findRequiredField(enquiry);
  if (missing === undefined) {
    session.skip(
      ['required', 'refusal-shape', 'refusal-code', 'refusal-status', 'refusal-field', 'refusal-language'],
      `the type "${enquiry.type}" requires no text`,
    );
  } else await checkMissingValue(session, enquiry, missing);

  const wrong = findInvalidValue(enquiry);
  if (wrong === undefined) session.skip(['value'], `the type "${enquiry.type}" accepts any text`);
  else
    await checkRefused(session, {
      enquiry,
      code: 'value',
      field: wrong.name,
      changes: { [wrong.name]: wrong.value },
    });

  const domain = 'slipway-conform.invalid';
  await checkRefused(session, { enquiry, code: 'unknown-domain', field: 'domain', changes: { domain } });
  const highest = Math.max(...session.form.types.map(({ id }) => Number(id)));
  const noType = highest + 1000;
  await checkRefused(session, {
    enquiry,
    code: 'unknown-type',
    field: typeField,
    changes: { [typeField]: noType },
  });
}

/**
 * Returns the name of the first text field without options that the enquiry cannot be sent without. Undefined
 * if there is none.
 */
function findRequiredField({ plan, judge }: TestEnquiry): string | undefined {
  return plan.fields.find(
    ({ name, options, isRequired, definition }) =>
      name !== typeField &&
      isRequired &&
      options === undefined &&
      definition.kind === 'string' &&
      judge({ [name]: null }).some(({ field }) => field === name),
  )?.name;
}

/**
 * Returns a text, and the name of the first visible text field without options that does not accept it.
 * Undefined if every such field accepts it.
 */
function findInvalidValue({ plan, judge }: TestEnquiry) {
  const texts = plan.fields.filter(
    ({ definition, options, visibility }) =>
      definition.kind === 'string' && options === undefined && visibility === 'shown',
  );
  const value = 'slipway conform: no address, no number';
  const name = texts.find(({ name }) => judge({ [name]: value }).some(({ field }) => field === name))?.name;
  return name === undefined ? undefined : { name, value };
}

/**
 * Sends an enquiry without a required value, and checks shape, status, code, field and language of the
 * refusal. What cannot be checked without a well-formed refusal is recorded as skipped.
 */
async function checkMissingValue(
  session: ConformanceSession,
  enquiry: TestEnquiry,
  field: string,
): Promise<void> {
  const [locale = 'en', other] = session.locales;
  const variables = session.buildVariables(enquiry, { [field]: null });
  const answer = await session.send(variables, { locale });
  session.record(!answer.isAccepted, {
    code: 'required',
    why: `without "${field}" it is accepted`,
    exchange: answer,
  });
  if (answer.isAccepted) return skipRefusalRequirements(session);
  const { refusalShapeError = '', status, code } = answer;
  session.record(refusalShapeError === '', {
    code: 'refusal-shape',
    why: refusalShapeError,
    exchange: answer,
  });
  session.record(status === 200, {
    code: 'refusal-status',
    why: `the status is ${status}`,
    exchange: answer,
  });
  if (refusalShapeError !== '') return skipRefusalRequirements(session);
  session.record(code === 'BAD_USER_INPUT', {
    code: 'refusal-code',
    why: `the code is "${code}"`,
    exchange: answer,
  });
  recordNamedField(session, answer, field);
  if (other === undefined) return session.skip(['refusal-language'], 'the form has one language');
  const translated = await session.send(variables, { locale: other });
  const isOther = translated.messages.join() !== answer.messages.join();
  const why = `requested in "${other}", the messages are the same as in "${locale}"`;
  session.record(isOther, { code: 'refusal-language', why, exchange: translated });
}

/** Records the requirements of refusals as skipped, except those that already have a result. */
function skipRefusalRequirements({ skip }: ConformanceSession): void {
  skip(
    ['refusal-shape', 'refusal-code', 'refusal-status', 'refusal-field', 'refusal-language'],
    'no refusal had the expected shape',
  );
}

export interface RefusableEnquiry {
  readonly enquiry: TestEnquiry;
  /** The requirement that is checked. */
  readonly code: RequirementCode;
  /** The field that the refusal must name. */
  readonly field: string;
  /** The values to send instead of the enquiry's own; one of them must be invalid. */
  readonly changes: Variables;
}

/**
 * Sends an enquiry with changed values and checks that it is refused (the requirement `code`) and that a
 * well-formed refusal names the field (the requirement `refusal-field`).
 */
export async function checkRefused(
  session: ConformanceSession,
  { enquiry, code, field, changes }: RefusableEnquiry,
): Promise<void> {
  const answer = await session.send(session.buildVariables(enquiry, changes));
  session.record(!answer.isAccepted, {
    code,
    why: `it is accepted with ${field}: ${formatSentValue(changes[field])}`,
    exchange: answer,
  });
  if (!answer.isAccepted && answer.refusalShapeError === undefined) recordNamedField(session, answer, field);
}

/** Checks that the refusal names the field. */
function recordNamedField({ record }: ConformanceSession, answer: ConformanceAnswer, field: string): void {
  const named = answer.fields.length === 0 ? 'none' : answer.fields.join(', ');
  const why = `"${field}" is invalid, and the answer names ${named}`;
  record(answer.fields.includes(field), { code: 'refusal-field', why, exchange: answer });
}

/** Formats a value as JSON; `nothing` for undefined. */
function formatSentValue(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}
