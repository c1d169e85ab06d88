import { type ReactNode, useMemo, useState } from 'react';
import { resolve, situationOf, type Values } from '#engine';
import {
  choicesOf,
  dependentsOf,
  duplicateField,
  fallbackLocale,
  fieldText,
  type OutlineField,
  type OutlineType,
  type Patch,
  type Reach,
  removeField,
  setChoices,
  setFieldText,
  setKeyword,
  setRequired,
  setUiOption,
  wholeSchema,
  wholeUi,
} from '#engine/editing/index.ts';
import { EnquiryFields } from '#widgets';
import { useDraft, useStudio } from '../context.ts';
import { takeFocus } from '../take-focus.ts';
import { propertyPrefix } from './focus-property.ts';

/** What the properties of a field are drawn from. */
export interface FieldPanelProps {
  readonly type: OutlineType;
  readonly field: OutlineField;
  readonly onChoose: (field: string) => void;
}

/** The properties of a field: a form of this engine, whose answers are edits. */
export function FieldPanel({ type, field, onChoose }: FieldPanelProps): ReactNode {
  const { store, say, announce, panel, locale } = useStudio();
  const { documents } = useDraft();
  const [reach, setReach] = useState<Reach>('all');
  const place = { type: type.key, field: field.name };
  const entered = useEntered(type, field, reach);
  const plan = useMemo(() => {
    const situation = situationOf({ ...bareSection, locale, entered });
    const { fields, ...whole } = resolve(panel, situation);
    return { ...whole, fields: fields.filter(({ name }) => name !== 'enquiry_type') };
  }, [panel, locale, entered]);

  function change(name: string, value: unknown): void {
    if (name === 'reach') {
      setReach(value === 'own' ? 'own' : 'all');
      return;
    }
    const patches = patchesOf(name, value);
    store.perform({
      title: { key: `property-${name}`, values: { field: field.label } },
      patches,
      group: `${type.key} ${field.name} ${name}`,
    });
  }

  function patchesOf(name: string, value: unknown): readonly Patch[] {
    const text = typeof value === 'string' ? value : '';
    const far = { reach: field.definition === undefined ? ('all' as const) : reach };
    if (name === 'label' || name === 'hint' || name === 'placeholder')
      return setFieldText(documents, place, { part: name, locale: fallbackLocale(documents), text, ...far });
    if (name === 'required') return setRequired(documents, place, value === true);
    if (name === 'choices')
      return setChoices(
        documents,
        place,
        text
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      );
    if (name === 'max_length')
      return setKeyword(documents, place, {
        keyword: 'maxLength',
        value: typeof value === 'number' ? value : undefined,
        ...far,
      });
    if (name === 'wide')
      return setUiOption(documents, place, { option: 'ui:wide', value: value === true || undefined });
    if (name === 'autocomplete')
      return setUiOption(documents, place, { option: 'ui:autocomplete', value: text || undefined });
    return [];
  }

  function duplicate(): void {
    const label = say('fields.copy', { field: field.label });
    const { name, patches } = duplicateField(documents, place, label);
    store.perform({ title: { key: 'field-added', values: { field: label } }, patches });
    announce(say('fields.added', { field: label }));
    onChoose(name);
  }

  return (
    <section className="st-pane st-properties" aria-labelledby="st-properties-title">
      <h2 id="st-properties-title">{say('properties')}</h2>
      {field.sharedWith.length > 0 && (
        <p className="st-hint">{say('properties.shared', { forms: field.sharedWith.join(', ') })}</p>
      )}
      <div className="sw-section st-panel-form">
        <EnquiryFields
          form={panel}
          plan={plan}
          entered={entered}
          problems={none}
          messageOf={() => ''}
          idPrefix={propertyPrefix}
          locale={locale}
          commitOn="input"
          onChange={change}
          onInput={() => undefined}
          headingLevel={3}
        />
      </div>
      <div className="st-actions">
        <button type="button" className="st-button" onClick={duplicate}>
          {say('fields.duplicate')}
        </button>
        <RemoveField type={type} field={field} onRemoved={onChoose} />
      </div>
    </section>
  );
}

const none: readonly never[] = [];

/** A section of nothing but the panel's own type. */
const bareSection = {
  site: { id: 0, domain: '', isInternational: false, exclude_from_international: false },
  offices: [],
  enquiryTypes: [{ id: 1, name: 'field' }],
  inModal: false,
  isForLanding: false,
  today: '1970-01-01',
  eventTitles: { state: 'ready' as const, titles: [] },
};

/** What the documents say of a field, as answers of the panel. */
function useEntered(type: OutlineType, field: OutlineField, reach: Reach): Values {
  const { documents } = useDraft();
  return useMemo(() => {
    const place = { type: type.key, field: field.name };
    const locale = fallbackLocale(documents);
    const words = (part: string) => fieldText(documents, place, { part, locale })?.text;
    const schema = wholeSchema(documents, type.folder, field.name);
    const ui = wholeUi(documents, type.folder, field.name);
    const values = {
      enquiry_type: 1,
      kind: field.kind,
      is_shared: field.sharedWith.length > 0,
      reach,
      label: field.label,
      hint: words('hint'),
      placeholder: words('placeholder'),
      required: field.isRequired,
      choices: choicesOf(documents, place)
        .map(({ label }) => label)
        .join('\n'),
      max_length: schema.maxLength,
      wide: ui['ui:wide'] === true,
      autocomplete: ui['ui:autocomplete'],
    };
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
  }, [documents, type, field, reach]);
}

function RemoveField({
  type,
  field,
  onRemoved,
}: {
  readonly type: OutlineType;
  readonly field: OutlineField;
  readonly onRemoved: (next: string) => void;
}): ReactNode {
  const { store, say, announce } = useStudio();
  const { documents } = useDraft();
  const [isAsking, setIsAsking] = useState(false);
  const place = { type: type.key, field: field.name };

  function remove(): void {
    const at = type.fields.findIndex(({ name }) => name === field.name);
    const next = type.fields[at + 1] ?? type.fields[at - 1];
    store.perform({
      title: { key: 'field-removed', values: { field: field.label } },
      patches: removeField(documents, place),
    });
    announce(say('fields.removed', { field: field.label }));
    onRemoved(next?.name ?? '');
  }

  if (!isAsking)
    return (
      <button type="button" className="st-button st-button--danger" onClick={() => setIsAsking(true)}>
        {say('fields.remove')}
      </button>
    );
  const { rules, scenarios, types } = dependentsOf(documents, place);
  return (
    <section className="st-notice st-notice--warning" aria-label={say('fields.remove')}>
      <p>{say('fields.remove-what', { field: field.label })}</p>
      <ul>
        {rules.length > 0 && <li>{say('depends.rules', { names: rules.join(', ') })}</li>}
        {scenarios.length > 0 && <li>{say('depends.scenarios', { count: scenarios.length })}</li>}
        {types.length > 0 && <li>{say('depends.types', { names: types.join(', ') })}</li>}
        <li>{say('depends.texts')}</li>
      </ul>
      <button type="button" className="st-button st-button--danger" ref={takeFocus} onClick={remove}>
        {say('fields.remove-now')}
      </button>
      <button type="button" className="st-button st-button--plain" onClick={() => setIsAsking(false)}>
        {say('cancel')}
      </button>
    </section>
  );
}
