import { type ChangeEvent, memo, type ReactNode } from 'react';
import { useFormState } from './form-state.tsx';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly isWide?: boolean;
  readonly isRequired?: boolean;
}

interface TextProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'tel';
  readonly autoComplete?: string;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly hint?: string;
}

export function TextField({ name, label, isWide, isRequired, type, hint, ...constraints }: TextProps) {
  const { values, change, describedBy, problem } = useControl(name);
  return (
    <Field {...{ name, label, isWide, isRequired, problem }}>
      <input
        id={name}
        name={name}
        type={type ?? 'text'}
        required={isRequired}
        value={values[name] ?? ''}
        onChange={change}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy}
        {...constraints}
      />
      {hint && <small>{hint}</small>}
    </Field>
  );
}

export function TextArea({
  name,
  label,
  isRequired,
  placeholder,
}: FieldProps & { readonly placeholder?: string }) {
  const { values, change, describedBy, problem } = useControl(name);
  return (
    <Field {...{ name, label, isRequired, problem }} isWide>
      <textarea
        id={name}
        name={name}
        required={isRequired}
        maxLength={5000}
        placeholder={placeholder}
        value={values[name] ?? ''}
        onChange={change}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy}
      />
    </Field>
  );
}

interface Choice {
  readonly value: string | number;
  readonly label: string;
}

interface SelectProps extends FieldProps {
  readonly placeholder?: string;
  /** The same array until the choices change. */
  readonly choices: readonly Choice[];
  readonly isDisabled?: boolean;
}

export function SelectField({
  name,
  label,
  isWide,
  isRequired,
  placeholder,
  choices,
  isDisabled,
}: SelectProps) {
  const { values, change, describedBy, problem } = useControl(name);
  return (
    <Field {...{ name, label, isWide, isRequired, problem }}>
      <select
        id={name}
        name={name}
        required={isRequired}
        disabled={isDisabled}
        value={values[name] ?? ''}
        onChange={change}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        <Options choices={choices} />
      </select>
    </Field>
  );
}

/** Memoized, because drawing thousands of options at every keystroke is slow. */
const Options = memo(function Options({ choices }: { readonly choices: readonly Choice[] }) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
});

function useControl(name: string) {
  const { values, problems, change } = useFormState();
  const problem = problems[name];
  return {
    values,
    problem,
    describedBy: problem ? `${name}-problem` : undefined,
    change: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      change(name, target.value),
  };
}

function Field({
  name,
  label,
  isWide,
  isRequired,
  problem,
  children,
}: FieldProps & { readonly problem: string | undefined; readonly children: ReactNode }) {
  return (
    <div className={isWide ? 'field field--wide' : 'field'}>
      <label htmlFor={name}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </label>
      {children}
      {problem && (
        <p className="problem" id={`${name}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
