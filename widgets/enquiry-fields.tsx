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
  fieldText,
  firstText,
  formatText,
  namesOf,
  type Plan,
  type Problem,
  placeText,
  textKeys,
  type Values,
  valueText,
} from '#engine';
import { type Posting, PostingContext } from './controls/posting-context.ts';
import { type CommitOn, createFieldsStore, type FieldsState } from './fields/fields-store.ts';
import { focusControl } from './fields/focus-control.ts';
import { Hydration } from './fields/hydration.tsx';
import { partsOf } from './fields/parts.ts';
import type { PhotosSlot } from './fields/photos-slot.ts';
import type { ChosenBranches } from './fields/restored-fields.ts';
import { type Fields, FieldsContext } from './fields/use-fields.ts';
import type { OwnParts } from './rjsf/own-widgets.tsx';
import { PlanFields } from './rjsf/plan-fields.tsx';
import { ownRegistry } from './rjsf/registry.ts';
import type { ValidatorModule } from './validators/validator-module.ts';

/** The fields of an enquiry as a plan wants them, `enquiry_type` included. */
export interface EnquiryFieldsProps {
  readonly form: Form;
  /** What to draw; where the type has conditional fields, as `applyConditions` gives it. */
  readonly plan: Plan;
  /** What the visitor entered, untrimmed. */
  readonly entered: Values;
  /** Shown beside their fields. */
  readonly problems: readonly Problem[];
  readonly messageOf: (problem: Problem) => string;
  /** What is said when a send failed; stands under `settings.failureField` where that is shown. */
  readonly failure?: string | undefined;
  /** Keeps two sections on one page apart: ids are `${idPrefix}-${field}`. */
  readonly idPrefix: string;
  /** The page's, BCP 47; absent: that of the texts. */
  readonly locale?: string | undefined;
  /** When a text leaves its widget. */
  readonly commitOn: CommitOn;
  /** The type's validators, absent until they are loaded: what nested conditions need. */
  readonly check?: ValidatorModule | undefined;
  /** A value was committed; `undefined` where it was emptied. */
  readonly onChange: (field: string, value: unknown) => void;
  /** Hears every input, for the draft. */
  readonly onInput: (field: string, value: unknown) => void;
  /** True until the draft of an earlier visit is read: defaults of nested fields wait for it. */
  readonly isRestoring?: boolean | undefined;
  /** The branches that were chosen, by keys that `onBranch` was given. */
  readonly branches?: ChosenBranches | undefined;
  /** Hears which branch a visitor has chosen. */
  readonly onBranch?: FieldsState['onBranch'];
  /** Draws the photos; absent: the photos widget draws nothing. */
  readonly photos?: { readonly draw: (slot: PhotosSlot) => ReactNode } | undefined;
  readonly isDisabled?: boolean | undefined;
  /** The level of the headings among the fields: 3 unless said otherwise, below a section's title. */
  readonly headingLevel?: 2 | 3 | 4 | undefined;
  /** Widgets and fields of one's own by the names that UI schemas give (docs/own-widgets.md): objects that stay the same. */
  readonly widgets?: OwnParts['widgets'];
  readonly fields?: OwnParts['fields'];
  /** Draws the buttons that post for other fields, longer lists and other branches, until it is hydrated. The same object as long as it says the same. */
  readonly posting?: Posting | undefined;
  readonly ref?: Ref<EnquiryFieldsHandle> | undefined;
}

/** What a section asks of its fields. */
export interface EnquiryFieldsHandle {
  /** Commits pending text; gives the values of those fields, so that a submit can use them at once. */
  flush(): Readonly<Record<string, unknown>>;
  /** Moves focus to a field's first control, `guests/0/name` included; false where none can take it. */
  focusField(field: string): boolean;
}

/** Draws the fields; commits values by `onChange`, says nothing about sending. */
export function EnquiryFields(props: EnquiryFieldsProps): ReactNode {
  const { form, plan, entered, idPrefix, check, photos, posting, headingLevel = 3, ref } = props;
  const { locale = plan.textLocale } = props;
  const { widgets: ownWidgets, fields: ownFields } = props;
  const state = stateOf(props);
  const [store] = useState(() => createFieldsStore(state));
  useLayoutEffect(() => store.update(state));
  const { settings } = form;
  const own = useMemo(
    () => ownRegistry({ widgets: ownWidgets, fields: ownFields }, settings),
    [ownWidgets, ownFields, settings],
  );
  const container = useRef<HTMLDivElement>(null);
  useImperativeHandle(
    ref,
    () => ({
      flush: store.flush,
      focusField: (field) => container.current !== null && focusControl(container.current, idPrefix, field),
    }),
    [store, idPrefix],
  );
  const { textLocale } = plan;
  const typeKey = plan.type?.key;
  const { type } = plan;
  const parts = useMemo(() => partsOf(type, form.types), [type, form.types]);
  const fields = useMemo<Fields>(
    () => ({
      store,
      idPrefix,
      locale,
      text: (key, values) => formatText(form, textLocale, key, values),
      fieldText: (field, part) => fieldText(form, { typeKey, locale: textLocale }, field, part),
      placeText: (path, choice) =>
        choice === undefined
          ? placeText(form, { typeKey, locale: textLocale }, path)
          : firstText(form, textLocale, textKeys(typeKey, `options.${namesOf(path)}.${choice}`)),
      valueText: (field) => valueText(form, textLocale, field),
      parts,
      drawPhotos: photos && ((slot) => photos.draw(slot)),
    }),
    [store, idPrefix, locale, form, textLocale, typeKey, parts, photos],
  );
  return (
    <FieldsContext value={fields}>
      <div className="sw-fields" ref={container}>
        <PostingContext value={posting}>
          <Hydration>
            <PlanFields
              plan={plan}
              entered={entered}
              isRestoring={props.isRestoring === true}
              branches={props.branches}
              module={check}
              own={own}
              headingLevel={headingLevel}
            />
          </Hydration>
        </PostingContext>
      </div>
    </FieldsContext>
  );
}

function stateOf(props: EnquiryFieldsProps): FieldsState {
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
