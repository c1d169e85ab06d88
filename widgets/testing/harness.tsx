import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type Form,
  judgePlan,
  type Plan,
  type Problem,
  problemMessage,
  resolve,
  type Situation,
  type Values,
} from '#engine';
import { EnquiryFields, type EnquiryFieldsHandle, type EnquiryFieldsProps } from '../enquiry-fields.tsx';
import { createTypeCheck } from '../nested/type-check.ts';
import { applyConditions } from '../validators/conditional-fields.ts';
import type { ValidatorModule } from '../validators/validator-module.ts';

/**
 * The props of the harness. Those of `EnquiryFields` are passed to it and replace the harness's own, except
 * `onChange`, which is called as well.
 */
export interface HarnessProps extends Partial<EnquiryFieldsProps> {
  readonly form: Form;
  /** The situation; its entered values are the initial ones. */
  readonly situation: Situation;
  /**
   * Returns the validators of an enquiry type. Without them no value is judged by its schema, and conditional
   * fields that need validators are hidden.
   */
  readonly validatorsFor?: (key: string | undefined) => ValidatorModule | undefined;
  /** Called with all values after each commit. */
  readonly heard?: (entered: Values) => void;
  /** True if the form was sent before, so that problems are shown from the beginning. */
  readonly isSent?: boolean;
  /** The label of the submit button. Absent: `Send`. */
  readonly sendLabel?: string;
}

/**
 * Renders the fields of a form in a small section: it stores entered values, resolves the plan and judges on
 * submit. Nothing is sent.
 */
export function Harness(props: HarnessProps): ReactNode {
  const { form, situation, validatorsFor, heard, isSent = false, sendLabel = 'Send', ...given } = props;
  const [entered, setEntered] = useState<Values>(situation.entered);
  const [problems, setProblems] = useState<readonly Problem[]>(() => (isSent ? judgeValues(entered) : []));
  const [handle, setHandle] = useState<EnquiryFieldsHandle | null>(null);
  const plan = resolvePlan(entered);
  const module = validatorsFor?.(plan.type?.key);
  /** Judges all values with pending text, shows the problems and focuses the field of the first one. */
  const submit = () => {
    const found = judgeValues({ ...entered, ...handle?.flush() });
    flushSync(() => setProblems(found));
    if (found[0]) handle?.focusField(found[0].field);
  };
  return (
    <form
      noValidate
      className="sw-section"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {/* As in the theme, text for screen readers takes no space. Otherwise a button could move while it is pressed. */}
      <style>{'[role="status"] { position: absolute; clip-path: inset(50%) }'}</style>
      <EnquiryFields
        form={form}
        plan={plan}
        entered={entered}
        problems={problems}
        messageOf={(problem) => problemMessage(form, plan, problem)}
        idPrefix="t"
        commitOn="blur"
        check={module}
        onInput={() => {}}
        {...given}
        onChange={(field, value) => {
          setEntered((former) => {
            const next = { ...former, [field]: value };
            heard?.(next);
            return next;
          });
          given.onChange?.(field, value);
        }}
        handle={setHandle}
      />
      <button type="submit" className="sw-button">
        {sendLabel}
      </button>
    </form>
  );

  /** Returns the plan for these entered values, with conditions applied. */
  function resolvePlan(values: Values): Plan {
    const resolved = resolve(form, { ...situation, entered: values });
    return applyConditions(resolved, validatorsFor?.(resolved.type?.key));
  }

  /** Returns the problems of these entered values; empty if there are none. */
  function judgeValues(values: Values): readonly Problem[] {
    const judgedBy = resolvePlan(values);
    const validators = validatorsFor?.(judgedBy.type?.key);
    const check = validators && judgedBy.type ? createTypeCheck(judgedBy.type, validators) : () => [];
    return judgePlan({ plan: judgedBy, check, submitted: judgedBy.values });
  }
}
