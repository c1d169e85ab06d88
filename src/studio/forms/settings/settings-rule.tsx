import { type ReactNode, useId } from 'react';
import { useStudio } from '../../draft/context.ts';
import { RuleSentences } from '../../rules/field-rules.tsx';

/** Renders the rule that a setting wrote, as a sentence with a link. Renders nothing without a rule. */
export function SettingsRule({ id }: { readonly id: string | undefined }): ReactNode {
  const { say } = useStudio();
  const title = useId();
  if (id === undefined) return null;
  return (
    <section className="st-small" aria-labelledby={title}>
      <p id={title} className="st-quiet">
        {say('type-settings.written')}
      </p>
      <RuleSentences ids={[id]} />
    </section>
  );
}
