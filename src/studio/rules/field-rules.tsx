import { type ReactNode, useId, useState } from 'react';
import { modelOf, ruleOf } from '#engine/builder/index.ts';
import {
  fallbackLocale,
  type OutlineField,
  type OutlineType,
  type Patch,
  type Reach,
  requireNever,
  requireWhen,
  requiringOf,
  rulesAbout,
  rulesOf,
  type Showing,
  setRule,
  showEverywhere,
  showingOf,
  showOnSites,
  showWhen,
} from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import { Said } from '../said.tsx';
import { type WordKey, wordsIn } from '../words.ts';
import { TickList } from './tick-list.tsx';
import { useRuleChoices, useRules } from './use-rules.ts';
import { WhenEditor } from './when-editor.tsx';

/** What the rules of a field are drawn from. */
export interface FieldRulesProps {
  readonly type: OutlineType;
  readonly field: OutlineField;
  /** Whether a new rule is for every form that has the field. */
  readonly reach: Reach;
}

const ways = ['everywhere', 'sites', 'when'] as const;

/** Where a field is shown and when it has to be answered, by rules of its own; and every rule that speaks of it. */
export function FieldRules({ type, field, reach }: FieldRulesProps): ReactNode {
  const { store, say, mayChange } = useStudio();
  const { documents } = useDraft();
  const choices = useRuleChoices(nothingDone);
  const title = useId();
  const place = { type: type.key, field: field.name };
  const showing = showingOf(documents, place);
  const [wanted, setWanted] = useState<Showing['kind']>();
  const way = wanted ?? showing.kind;
  const requiring = requiringOf(documents, place);
  // What stands inside a group is shown with it.
  if (choices && !choices.fields.some(({ name }) => name === field.name)) return null;

  // Whoever may not change it reads what its rules say.
  if (!mayChange(type.key))
    return (
      <section className="st-part st-field-rules" aria-labelledby={title}>
        <h2 id={title}>{say('field-rules')}</h2>
        <About field={field} />
      </section>
    );

  const perform = (patches: readonly Patch[], group: string) =>
    store.perform({
      title: { key: 'field-rules', values: { field: field.label } },
      patches,
      group: `${type.key} ${field.name} ${group}`,
    });
  const fresh = (key: WordKey) => ({
    reach,
    description: wordsIn(fallbackLocale(documents))(key, { field: field.label }),
  });

  function choose(next: Showing['kind']): void {
    // Without a site there is nothing to say yet.
    setWanted(next === 'sites' && showing.kind !== 'sites' ? 'sites' : undefined);
    if (next === 'everywhere') perform(showEverywhere(documents, place), 'everywhere');
    if (next === 'when' && showing.kind !== 'when')
      perform(showWhen(documents, place, fresh('field-rule.when')), 'when');
  }

  return (
    <section className="st-part st-field-rules" aria-labelledby={title}>
      <h2 id={title}>{say('field-rules')}</h2>
      <fieldset className="st-showing">
        <legend>{say('field-rules.shown')}</legend>
        {ways.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={`${title}-shown`}
              checked={way === each}
              onChange={() => choose(each)}
            />
            <span>{say(`field-rules.shown.${each}`)}</span>
          </label>
        ))}
      </fieldset>
      {way === 'sites' && (
        <Sites
          ticked={showing.kind === 'sites' ? showing.sites.map(String) : []}
          onChange={(sites) => {
            setWanted(undefined);
            const known = showing.kind === 'sites' ? showing.sites : [];
            // What stood there stays as it was written.
            const written = sites.map((id) => known.find((one) => String(one) === id) ?? id);
            perform(showOnSites(documents, place, { ...fresh('field-rule.sites'), sites: written }), 'sites');
          }}
        />
      )}
      {way === 'when' && showing.kind === 'when' && <RuleWhen rule={showing.rule} />}
      {!field.isRequired && (
        <fieldset className="st-showing">
          <legend>{say('field-rules.answered')}</legend>
          <label>
            <input
              type="checkbox"
              checked={requiring !== undefined}
              onChange={({ target }) =>
                perform(
                  target.checked
                    ? requireWhen(documents, place, fresh('field-rule.required'))
                    : requireNever(documents, place),
                  'required',
                )
              }
            />
            <span>{say('field-rules.required')}</span>
          </label>
        </fieldset>
      )}
      {!field.isRequired && requiring !== undefined && <RuleWhen rule={requiring} />}
      <About field={field} />
    </section>
  );
}

const nothingDone = { then: {} };

function Sites({
  ticked,
  onChange,
}: {
  readonly ticked: readonly string[];
  readonly onChange: (sites: readonly string[]) => void;
}): ReactNode {
  const { say, content } = useStudio();
  return (
    <TickList
      legend={say('rule.sites')}
      options={content.sites.map(({ id, name }) => ({ value: id, label: name }))}
      ticked={ticked}
      onChange={onChange}
    />
  );
}

/** The condition of a rule, edited beside the field; the whole rule is a link away. */
function RuleWhen({ rule: id }: { readonly rule: string }): ReactNode {
  const { store, say } = useStudio();
  const { documents } = useDraft();
  const rule = rulesOf(documents).find((each) => each.id === id);
  const choices = useRuleChoices(rule ?? nothingDone);
  if (rule === undefined || choices === undefined) return <p className="st-quiet">{say('checks.working')}</p>;
  const { when, ...unconditional } = modelOf(rule as never);
  return (
    <div className="st-group">
      <WhenEditor
        when={when}
        facts={choices.when}
        onChange={(next) =>
          store.perform({
            title: { key: 'rule-changed', values: { rule: rule.description } },
            patches: setRule(documents, id, ruleOf(next ? { ...unconditional, when: next } : unconditional)),
            group: `rule ${id} when`,
          })
        }
      />
      <a href={`/studio/rules#rule-${encodeURIComponent(id)}`}>{say('field-rules.open')}</a>
    </div>
  );
}

/** Every rule that speaks of a field. */
function About({ field }: { readonly field: OutlineField }): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraft();
  const ids = rulesAbout(documents, field.name);
  const rules = (useRules() ?? []).filter(({ id }) => ids.includes(id));
  return (
    <div className="st-about">
      <h3>{say('field-rules.all', { count: ids.length })}</h3>
      {rules.length > 0 && (
        <ul>
          {rules.map(({ id, sentence, description }) => (
            <li key={id}>
              <p>
                <Said sentence={sentence} />
              </p>
              <a href={`/studio/rules#rule-${encodeURIComponent(id)}`}>
                {say('field-rules.open')}
                <span className="st-visually-hidden"> {description}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <a href={`/studio/rules?about=${encodeURIComponent(field.name)}`}>{say('field-rules.page')}</a>
    </div>
  );
}
