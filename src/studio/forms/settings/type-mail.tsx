import type { ReactNode } from 'react';
import {
  findTypeRecipient,
  hasReceipt,
  listRecipientRules,
  setReceipt,
  setTypeRecipient,
} from '#engine/editing/index.ts';
import { ReadOnlyNotice } from '../../auth/permissions/read-only-notice.tsx';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { RuleSentences } from '../../rules/field-rules.tsx';
import { useRuleChoices } from '../../rules/use-rules.ts';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import { SettingsRule } from './settings-rule.tsx';
import { type SettingsSectionProps, useTypeEdit } from './use-type-edit.ts';

const noEffects = { then: {} };

/** Edits who gets the mail of a type, and the copy for visitors. Lists other rules that decide who gets the mail. */
export function TypeMail({ type, name }: SettingsSectionProps): ReactNode {
  const { key } = type;
  const { say, mayChange } = useStudio();
  const { documents } = useDraftState();
  const edit = useTypeEdit({ type, name });
  const choices = useRuleChoices(noEffects);
  const { rule, recipient = '' } = findTypeRecipient(documents, key);
  const others = listRecipientRules(documents, key).filter((id) => id !== rule);
  const known = (choices?.recipients ?? []).map((one) => [one.name, one.label] as const);
  const isUnknown = recipient !== '' && !known.some(([id]) => id === recipient);
  return (
    <section className="st-stack-3">
      <h2 id="setting-mail" tabIndex={-1}>
        {say('type-settings.mail')}
      </h2>
      {edit.isOutside && (
        <div role="alert">
          <ReadOnlyNotice isOutside />
        </div>
      )}
      <fieldset className="st-fieldset st-stack-3" disabled={!mayChange(key)}>
        <legend className="st-visually-hidden">{say('type-settings.mail')}</legend>
        <div className="st-wrap">
          <LabelledSelect
            label={say('type-settings.recipient')}
            value={recipient}
            options={[
              ['', say('type-settings.recipient-usual')],
              ...known,
              ...(isUnknown ? [[recipient, recipient] as const] : []),
            ]}
            onChange={(next) =>
              edit.perform(
                'recipient',
                setTypeRecipient(documents, key, {
                  recipient: next === '' ? undefined : next,
                  description: edit.describe('type-settings.recipient-rule'),
                }),
              )
            }
          />
        </div>
        <p className="st-hint">
          <a href="/studio/content/recipients">{say('type-settings.recipients-list')}</a>
        </p>
        <SettingsRule id={rule} />
        <label className="st-row">
          <input
            type="checkbox"
            checked={hasReceipt(documents, key)}
            onChange={({ target }) => edit.perform('receipt', setReceipt(documents, key, target.checked))}
          />
          <span>{say('type-settings.receipt')}</span>
        </label>
      </fieldset>
      {others.length > 0 && (
        <details>
          <summary>{say('type-settings.recipients', { count: others.length })}</summary>
          <RuleSentences ids={others} />
        </details>
      )}
    </section>
  );
}
