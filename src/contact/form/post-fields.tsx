import type { ReactNode } from 'react';
import { type Plan, postNames, type TextFormatter, typeField, type Values } from '#engine';
import { writeJson } from '#engine/model/wire/write-json.ts';
import type { Post } from '../props.ts';
import { isPostAnswer } from '../section-data.ts';

/**
 * Renders the hidden inputs that a form posts besides the entered values, an invisible submit button for the
 * Enter key, and a message if the form needs scripts (`isScripted`). It is the beginning of the form, and is
 * rendered only while no script sends it.
 */
export function PostFields({
  post,
  ticket,
  plan,
  isScripted,
  text,
}: {
  readonly post: Post;
  readonly ticket: string | undefined;
  readonly plan: Plan;
  readonly isScripted: boolean;
  readonly text: TextFormatter;
}): ReactNode {
  const retained = writeJson(selectRetainedValues(plan, post.answer?.entered ?? {}));
  const branches = writeJson(post.answer?.branches ?? {});
  return (
    <>
      {/* Enter in a field presses the first submit button of a form: it must be one that sends (HTML, "Implicit submission"). */}
      <input
        type="submit"
        className="sw-visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        value={plan.submitLabel}
      />
      {ticket !== undefined && <HiddenInput name={postNames.ticket} value={ticket} />}
      <HiddenInput name={postNames.key} value={post.key} />
      {hasBranches(plan) && <HiddenInput name={postNames.drawnType} value={String(plan.type?.id)} />}
      {retained !== '{}' && <HiddenInput name={postNames.otherValues} value={retained} />}
      {branches !== '{}' && <HiddenInput name={postNames.branches} value={branches} />}
      {isScripted && <ScriptsNeededMessage post={post} text={text} />}
    </>
  );
}

/**
 * Renders a button that requests the fields that depend on the answers; nothing if the schema does not decide
 * about fields. This is no `<button>`: code that looks for the submit button finds exactly one.
 */
export function ShowFieldsButton({
  plan,
  text,
}: {
  readonly plan: Plan;
  readonly text: TextFormatter;
}): ReactNode {
  if (!plan.type?.isDeciding) return null;
  return (
    <input
      type="submit"
      name={postNames.showFields}
      value={text('show-fields')}
      className="sw-button sw-button--quiet"
    />
  );
}

/**
 * Renders a hidden input without autocomplete: after a reload some browsers restore the former value of such
 * a field.
 */
export function HiddenInput(field: { readonly name: string; readonly value: string }): ReactNode {
  return <input type="hidden" {...field} autoComplete="off" />;
}

/**
 * Returns the entered values that the form of this plan does not post: values of hidden or fixed fields, and
 * choices that are not offered. They are sent again with the next form (docs/behaviour.md, "Enquiry types").
 * `null` stands for each field with a preset: if nothing is posted for it, the visitor emptied it.
 */
function selectRetainedValues({ fields, values }: Plan, entered: Values): Values {
  const posted = fields.filter(({ visibility, fixed }) => visibility !== 'hidden' && fixed === undefined);
  const names = new Set(posted.map(({ name }) => name));
  const presets = posted.filter(({ name, preset }) => name !== typeField && preset !== undefined);
  const unposted = Object.entries(entered).filter(
    ([name]) => name !== typeField && !(names.has(name) && values[name] !== undefined),
  );
  return Object.fromEntries([...presets.map(({ name }) => [name, null] as const), ...unposted]);
}

/**
 * Returns true if a form may have branches. A post must then name the type for which they were rendered,
 * because the visitor may request another one.
 */
function hasBranches({ type }: Plan): boolean {
  return type?.fields.some(({ kind }) => kind === 'json') === true;
}

/**
 * Renders the message that the form needs scripts. It is not inside `<noscript>` on a page that answers a
 * post: such a page has no scripts, even in a browser that supports them.
 */
function ScriptsNeededMessage({
  post,
  text,
}: {
  readonly post: Post;
  readonly text: TextFormatter;
}): ReactNode {
  const alert = (
    <div className="sw-alert">
      <p>{text('page.needs-scripts')}</p>
    </div>
  );
  return isPostAnswer(post.answer) ? alert : <noscript>{alert}</noscript>;
}
