import type { Form, FormType } from '#engine';
import { tellingErrors } from '#engine/json-schema/branch-errors.ts';
import type { CompiledType } from '#widgets/validators/judge-submitted.ts';
import { type Precompiled, precompile, precompiledOf } from '#widgets/validators/precompile.ts';
import { schemaCheck, type ValidatorModule } from '#widgets/validators/validator-module.ts';

/** A form with its schemas compiled: for the server's own judging, and as modules for pages. */
export interface CompiledForm {
  readonly form: Form;
  /** The compiled schema of one of its types, evaluated; the same every time. */
  readonly compiledOf: (type: FormType) => CompiledType;
  /** The ES module of a type by its key; absent where the form has no such type. */
  readonly moduleOf: (key: string, runtimeUrl: string) => string | undefined;
  /** The code of its compiled schemas, by the keys of its types: what `compileSchemas` need not make again. */
  readonly codes: () => SchemaCodes;
}

/** Code of compiled schemas, by the key of the type. */
export type SchemaCodes = Readonly<Record<string, string>>;

/** Bounds the time of a type's compiled checks. */
type Bound = (validators: ValidatorModule, type: FormType) => ValidatorModule;

/**
 * Adds its compiled schemas to a form. Each is compiled when it is first asked for, unless another thread has. The checks take as long as
 * they take, where no `bound` is given.
 */
export function compileSchemas(
  form: Form,
  known: SchemaCodes = {},
  bound: Bound = (validators) => validators,
): CompiledForm {
  const types = new Map(form.types.map((type) => [type.key, type]));
  const precompiled = once((type: FormType): Precompiled => {
    const code = known[type.key];
    return code === undefined ? precompile(type) : precompiledOf(code);
  });
  const compiled = once((type: FormType): CompiledType => {
    const validators = bound(precompiled(type).evaluate(), type);
    const check = schemaCheck(validators);
    return { validators, check: (values) => tellingErrors(check(values), type.schema) };
  });
  const modules = new Map<string, string>();
  return {
    form,
    compiledOf: compiled,
    moduleOf(key, runtimeUrl) {
      const type = types.get(key);
      if (type === undefined) return undefined;
      const place = `${key} ${runtimeUrl}`;
      const source = modules.get(place) ?? precompiled(type).moduleSource(runtimeUrl);
      modules.set(place, source);
      return source;
    },
    codes: () => Object.fromEntries(form.types.map((type) => [type.key, precompiled(type).code])),
  };
}

/** A function that works once for each type it is given. */
function once<Made>(make: (type: FormType) => Made): (type: FormType) => Made {
  const made = new Map<string, Made>();
  return (type) => {
    let value = made.get(type.key);
    if (value === undefined) {
      value = make(type);
      made.set(type.key, value);
    }
    return value;
  };
}
