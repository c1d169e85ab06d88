import type { ReactNode } from 'react';
import { needsScripts, type Plan, postNames } from '#engine';
import { keptValues } from '../kept-values.ts';
import type { Post } from '../props.ts';
import type { Text } from '../text.ts';

/**
 * What a form posts besides what was entered, at its very beginning; and, where a form of this type cannot be posted, that it
 * needs scripts. To be drawn while no script sends the form.
 */
export function PostFields({
  post,
  ticket,
  plan,
  text,
}: {
  readonly post: Post;
  readonly ticket: string | undefined;
  readonly plan: Plan;
  readonly text: Text;
}): ReactNode {
  const kept = JSON.stringify(keptValues(plan, post.answer?.entered ?? {}));
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
      {/* Some browsers fill in at a reload what such a field held before. */}
      {ticket !== undefined && (
        <input type="hidden" name={postNames.ticket} value={ticket} autoComplete="off" />
      )}
      <input type="hidden" name={postNames.key} value={post.key} autoComplete="off" />
      {kept !== '{}' && <input type="hidden" name={postNames.kept} value={kept} autoComplete="off" />}
      {plan.type && needsScripts(plan.type) && <ScriptsNeeded post={post} text={text} />}
    </>
  );
}

/** A page that answers a post has no scripts, whatever its browser can do. */
function ScriptsNeeded({ post, text }: { readonly post: Post; readonly text: Text }): ReactNode {
  const told = (
    <div className="sw-alert">
      <p>{text('page.needs-scripts')}</p>
    </div>
  );
  return post.answer ? told : <noscript>{told}</noscript>;
}
