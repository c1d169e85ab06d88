import {
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type Form,
  findFieldText,
  findInnerText,
  findText,
  formatText,
  formatValue,
  listTextKeys,
  type Plan,
  type Problem,
  toTextPath,
  type Values,
} from '#engine';
import { type Posting, PostingContext } from './controls/posting-context.ts';
import { splitIntoChunks } from './fields/field-chunks.ts';
import { type CommitOn, createFieldsStore, type FieldsState } from './fields/fields-store.ts';
import { focusControl } from './fields/focus-control.ts';
import { HydrationProvider } from './fields/hydration.tsx';
import type { PhotosSlot } from './fields/photos-slot.ts';
import type { ChosenBranches } from './fields/restored-fields.ts';
import { type SharedFields, SharedFieldsContext } from './fields/use-fields.ts';
import type { CustomComponents } from './rjsf/own-widgets.tsx';
import { PlanFields } from './rjsf/plan-fields.tsx';
import { createComponentRegistry } from './rjsf/registry.tsx';
import type { ValidatorModule } from './validators/validator-module.ts';

export interface EnquiryFieldsProps {
  readonly form: Form;
  /** The plan to render. If the type has conditional fields, it is the result of `applyConditions`. */
  readonly plan: Plan;
  readonly entered: Values;
  readonly problems: readonly Problem[];
  readonly messageOf: (problem: Problem) => string;
  /** The message after a failed send; shown under `settings.failureField` if that field is visible. */
  readonly failure?: string | undefined;
  /** Separates two sections on one page: ids are `${idPrefix}-${field}`. */
  readonly idPrefix: string;
  /** The locale of the page, BCP 47. Absent: the locale of the texts. */
  readonly locale?: string | undefined;
  readonly commitOn: CommitOn;
  /** The validators of the type, which nested conditions need; absent until they are loaded. */
  readonly check?: ValidatorModule | undefined;
  /** Receives a committed value; `undefined` if the field was emptied. */
  readonly onChange: (field: string, value: unknown) => void;
  /** Called at every input, for the draft. */
  readonly onInput: (field: string, value: unknown) => void;
  /** True until the draft of an earlier visit is read: defaults of nested fields wait for it. */
  readonly isRestoring?: boolean | undefined;
  /** The chosen branches, by the keys that `onBranch` received. */
  readonly branches?: ChosenBranches | undefined;
  readonly onBranch?: FieldsState['onBranch'];
  /** Renders the photos. Absent: the photos widget renders nothing. */
  readonly photos?: { readonly draw: (slot: PhotosSlot) => ReactNode } | undefined;
  readonly isDisabled?: boolean | undefined;
  /** The level of the headings between the fields; 3 by default, below the title of a section. */
  readonly headingLevel?: 2 | 3 | 4 | undefined;
  /**
   * Custom widgets and fields by the names in UI schemas (docs/own-widgets.md). The objects must stay the
   * same between renders.
   */
  readonly widgets?: CustomComponents['widgets'];
  readonly fields?: CustomComponents['fields'];
  /**
   * Until hydration, renders buttons that post the form for the fields of another type, more list items or
   * another branch. The object must stay the same as long as its content does.
   */
  readonly posting?: Posting | undefined;
  readonly handle?: Ref<EnquiryFieldsHandle> | undefined;
}

export interface EnquiryFieldsHandle {
  /**
   * Commits pending text. Returns the new values of those fields by name, so that a submit can use them at
   * once; empty if none was pending.
   */
  flush(): Readonly<Record<string, unknown>>;
  /**
   * Moves focus to a field's first control, or to a nested one (`guests/0/name`). Returns false if none can
   * receive the focus.
   */
  focusField(field: string): boolean;
}

/**
 * Renders the fields of a plan, without a submit button. Calls `onInput` while values are typed and
 * `onChange` when they are committed.
 */
export function EnquiryFields(props: EnquiryFieldsProps): ReactNode {
  const { form, plan, entered, idPrefix, check, photos, posting, headingLevel = 3, handle } = props;
  const { locale = plan.textLocale } = props;
  const { widgets: customWidgets, fields: customFields } = props;
  const state = toFieldsState(props);
  const [store] = useState(() => createFieldsStore(state));
  useLayoutEffect(() => store.update(state));
  const { settings } = form;
  const customComponents = useMemo(
    () => createComponentRegistry({ widgets: customWidgets, fields: customFields }, settings),
    [customWidgets, customFields, settings],
  );
  const container = useRef<HTMLDivElement>(null);
  useImperativeHandle(
    handle,
    () => ({
      flush: store.flush,
      focusField: (field) => container.current !== null && focusControl(container.current, idPrefix, field),
    }),
    [store, idPrefix],
  );
  const { textLocale } = plan;
  const typeKey = plan.type?.key;
  const { type } = plan;
  const parts = useMemo(() => splitIntoChunks(type, form.types), [type, form.types]);
  const fields = useMemo<SharedFields>(
    () => ({
      store,
      idPrefix,
      locale,
      text: (key, values) => formatText(form, textLocale, key, values),
      fieldText: (field, part) => findFieldText(form, { typeKey, locale: textLocale }, field, part),
      placeText: (path, choice) =>
        choice === undefined
          ? findInnerText(form, { typeKey, locale: textLocale }, path)
          : findText(form, textLocale, listTextKeys(typeKey, `options.${toTextPath(path)}.${choice}`)),
      valueText: (field) => formatValue(form, textLocale, field),
      numberText: (value) => formatValue(form, textLocale, { value, definition: {} }),
      parts,
      drawPhotos: photos && ((slot) => photos.draw(slot)),
    }),
    [store, idPrefix, locale, form, textLocale, typeKey, parts, photos],
  );
  return (
    <SharedFieldsContext.Provider value={fields}>
      <div className="sw-fields" ref={container}>
        <PostingContext.Provider value={posting}>
          <HydrationProvider>
            <PlanFields
              plan={plan}
              entered={entered}
              isRestoring={props.isRestoring === true}
              branches={props.branches}
              module={check}
              own={customComponents}
              headingLevel={headingLevel}
            />
          </HydrationProvider>
        </PostingContext.Provider>
      </div>
    </SharedFieldsContext.Provider>
  );
}

/**
 * Returns the part of the props that fields read from the store, so that a change renders only the fields it
 * concerns. `failureField` comes from the settings of the form.
 */
function toFieldsState(props: EnquiryFieldsProps): FieldsState {
  const { form, plan, entered, problems, messageOf, failure, commitOn, isDisabled, onChange, onInput } =
    props;
  const { onBranch } = props;
  const { failureField } = form.settings;
  return {
    plan,
    entered,
    problems,
    messageOf,
    failure,
    failureField,
    commitOn,
    isDisabled,
    onChange,
    onInput,
    onBranch,
  };
}
