import type { ReactNode } from 'react';
import { type Plan, postNames, type Text, typeField, type Values } from '#engine';
import { jsonText } from '#engine/write-json.ts';
import type { Post } from '../props.ts';

/**
 * What a form posts besides what was entered, at its very beginning; and, where a form of this type cannot be posted, that it
 * needs scripts. To be drawn while no script sends the form.
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
  readonly text: Text;
}): ReactNode {
  const retained = jsonText(retainedValues(plan, post.answer?.entered ?? {}));
  const branches = jsonText(post.answer?.branches ?? {});
  return (
    <>
      {/* What Enter presses is the first such button of a form: it must be one that sends (HTML, "Implicit submission"). */}
      <input
        type="submit"
        className="sw-visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        value={plan.submitLabel}
      />
      {ticket !== undefined && <Hidden name={postNames.ticket} value={ticket} />}
      <Hidden name={postNames.key} value={post.key} />
      {hasBranches(plan) && <Hidden name={postNames.drawnType} value={String(plan.type?.id)} />}
      {retained !== '{}' && <Hidden name={postNames.otherValues} value={retained} />}
      {branches !== '{}' && <Hidden name={postNames.branches} value={branches} />}
      {isScripted && <ScriptsNeeded post={post} text={text} />}
    </>
  );
}

/**
 * Asks the server for the fields that the answers bring, where the schema decides that: a script would draw them at once. No `<button>`:
 * to whoever looks for the button that sends, there is one.
 */
export function ShowFields({ plan, text }: { readonly plan: Plan; readonly text: Text }): ReactNode {
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

/** Some browsers fill in at a reload what such a field held before. */
export function Hidden(field: { readonly name: string; readonly value: string }): ReactNode {
  return <input type="hidden" {...field} autoComplete="off" />;
}

/**
 * Returns what was entered and the form of this plan does not post: values of fields that it does not show or has fixed, choices that it
 * does not offer. They return with the form that asks for them (docs/behaviour.md, "Enquiry types"). `null` stands for each field that
 * begins with a preset: where nothing is posted for it, it was emptied.
 */
function retainedValues({ fields, values }: Plan, entered: Values): Values {
  const posted = fields.filter(({ visibility, fixed }) => visibility !== 'hidden' && fixed === undefined);
  const names = new Set(posted.map(({ name }) => name));
  const presets = posted.filter(({ name, preset }) => name !== typeField && preset !== undefined);
  const waiting = Object.entries(entered).filter(
    ([name]) => name !== typeField && !(names.has(name) && values[name] !== undefined),
  );
  return Object.fromEntries([...presets.map(({ name }) => [name, null] as const), ...waiting]);
}

/** Returns whether a form may have branches: a post has to say by which type they were drawn, for its visitor may ask for another. */
function hasBranches({ type }: Plan): boolean {
  return type?.fields.some(({ kind }) => kind === 'json') === true;
}

/** A page that answers a post has no scripts, whatever its browser can do. */
function ScriptsNeeded({ post, text }: { readonly post: Post; readonly text: Text }): ReactNode {
  const alert = (
    <div className="sw-alert">
      <p>{text('page.needs-scripts')}</p>
    </div>
  );
  return post.answer ? alert : <noscript>{alert}</noscript>;
}
