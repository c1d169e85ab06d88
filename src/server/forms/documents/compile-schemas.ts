import type { Form, FormType } from '#engine';
import { simplifyErrors } from '#engine/json-schema/branch-errors.ts';
import type { CompiledType } from '#widgets/validators/judge-submitted.ts';
import { type PrecompiledSchema, precompile, restorePrecompiled } from '#widgets/validators/precompile.ts';
import { toSchemaCheck, type ValidatorModule } from '#widgets/validators/validator-module.ts';

/** A form with its compiled schemas, for judging on the server, and as modules for pages. */
export interface CompiledForm {
  readonly form: Form;
  /** Returns the evaluated schema of a type, the same object every time. Throws if it does not compile. */
  readonly compiledOf: (type: FormType) => CompiledType;
  /**
   * Returns the source of the ES module with the validators of the type with this key; undefined if the form
   * has no such type. The module imports its runtime from `runtimeUrl`.
   */
  readonly moduleOf: (key: string, runtimeUrl: string) => string | undefined;
  /**
   * Returns the code of the schemas of all types, by the keys of the types, to be reused by `compileSchemas`
   * in another thread. Compiles those that are not compiled yet.
   */
  readonly codes: () => SchemaCodes;
}

/** The code of compiled schemas, by the key of their type. */
export type SchemaCodes = Readonly<Record<string, string>>;

/** Returns the validators with a time limit for each check. */
type AddTimeLimit = (validators: ValidatorModule, type: FormType) => ValidatorModule;

/**
 * Adds compiled schemas to a form. Each is compiled on first use, unless its code is known. Without
 * `addTimeLimit` the checks have no time limit.
 */
export function compileSchemas(
  form: Form,
  known: SchemaCodes = {},
  addTimeLimit: AddTimeLimit = (validators) => validators,
): CompiledForm {
  const types = new Map(form.types.map((type) => [type.key, type]));
  const precompiled = memoizeByType((type: FormType): PrecompiledSchema => {
    const code = known[type.key];
    return code === undefined ? precompile(type) : restorePrecompiled(code);
  });
  const compiled = memoizeByType((type: FormType): CompiledType => {
    const validators = addTimeLimit(precompiled(type).evaluate(), type);
    const check = toSchemaCheck(validators);
    return { validators, check: (values) => simplifyErrors(check(values), type.schema) };
  });
  const modules = new Map<string, string>();
  return {
    form,
    compiledOf: compiled,
    moduleOf(key, runtimeUrl) {
      const type = types.get(key);
      if (type === undefined) return undefined;
      const cacheKey = `${key} ${runtimeUrl}`;
      const source = modules.get(cacheKey) ?? precompiled(type).moduleSource(runtimeUrl);
      modules.set(cacheKey, source);
      return source;
    },
    codes: () => Object.fromEntries(form.types.map((type) => [type.key, precompiled(type).code])),
  };
}

/** Returns a function that calls `make` once per key of a type and returns the same value from then on. */
function memoizeByType<Made>(make: (type: FormType) => Made): (type: FormType) => Made {
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
