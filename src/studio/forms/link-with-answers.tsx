import { type ReactNode, useId, useState } from 'react';
import { listSchemaChoices, type OutlineField, type OutlineType } from '#engine/editing/index.ts';
import { campaignParameters } from '#engine/model/campaign.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { CopyField } from '../ui/ask/shown-once.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { composeLink, listLinkedFields } from './compose-link.ts';

/**
 * Renders a button that opens a dialog, in which a person composes the address of a page with answers for this type
 * and with a campaign. Nothing is stored.
 */
export function LinkWithAnswers({ type }: { readonly type: OutlineType }): ReactNode {
  const { say } = useStudio();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="st-button" onClick={() => setIsOpen(true)}>
        {say('link')}
      </button>
      {isOpen && (
        <Dialog label={say('link')} onClose={() => setIsOpen(false)}>
          <LinkForm type={type} onClose={() => setIsOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

/** Renders the choice of the page, the answers, the campaign and the link. */
function LinkForm({
  type,
  onClose,
}: {
  readonly type: OutlineType;
  readonly onClose: () => void;
}): ReactNode {
  const { say, content } = useStudio();
  const { documents } = useDraftState();
  const pages = content.pages.filter(({ named }) => named?.includes(type.key) ?? true);
  const [path, setPath] = useState(pages[0]?.path ?? '/');
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const [campaign, setCampaign] = useState<Readonly<Record<string, string>>>({});
  const fields = listLinkedFields(documents, type);
  const link = composeLink({ origin: location.origin, path, type, answers, campaign });
  return (
    <>
      <h2>{say('link')}</h2>
      <LabelledSelect
        label={say('link.page')}
        value={path}
        options={pages.map(({ path: one, title }) => [one, `${title} (${one})`])}
        onChange={setPath}
      />
      {fields.length === 0 ? (
        <p>{say('link.none')}</p>
      ) : (
        fields.map((field) => (
          <LinkedAnswer
            key={field.name}
            type={type}
            field={field}
            value={answers[field.name] ?? ''}
            onChange={(value) => setAnswers({ ...answers, [field.name]: value })}
          />
        ))
      )}
      <details>
        <summary>{say('link.campaign')}</summary>
        <div className="st-stack-2 st-start">
          {(Object.keys(campaignParameters) as (keyof typeof campaignParameters)[]).map((part) => (
            <LinkText
              key={part}
              label={say(`campaign.${part}`)}
              value={campaign[part] ?? ''}
              onChange={(value) => setCampaign({ ...campaign, [part]: value })}
            />
          ))}
        </div>
      </details>
      <CopyField label={say('link.address')} text={link} />
      <p className="st-hint">{say('link.hint')}</p>
      <button type="button" className="st-button" onClick={onClose}>
        {say('close')}
      </button>
    </>
  );
}

/** Renders the control for the answer to one field: a select where the form lists the choices, else a text. */
function LinkedAnswer({
  type,
  field,
  value,
  onChange,
}: {
  readonly type: OutlineType;
  readonly field: OutlineField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const choices = listSchemaChoices(documents, { type: type.key, field: field.name });
  const listed: readonly (readonly [string, string])[] =
    field.kind === 'yes-no'
      ? [
          ['true', say('link.yes')],
          ['false', say('link.no')],
        ]
      : choices.map((choice) => [String(choice.value), choice.label]);
  if (listed.length > 0)
    return (
      <LabelledSelect
        label={field.label}
        value={value}
        options={[['', say('link.no-answer')], ...listed]}
        onChange={onChange}
      />
    );
  const inputType = field.kind === 'date' ? 'date' : 'text';
  return <LinkText label={field.label} type={inputType} value={value} onChange={onChange} />;
}

/** Renders a labelled text input. */
function LinkText({
  label,
  value,
  type = 'text',
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly type?: 'text' | 'date';
  readonly onChange: (value: string) => void;
}): ReactNode {
  const id = useId();
  return (
    <span className="st-choice">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        className="st-input"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}
