import { getOwnMember } from '../../../json-schema/values.ts';
import {
  type Expression,
  type ExpressionOperator,
  type Translated,
  translated,
  untranslated,
} from './expression.ts';
import { readTokens, type Token } from './tokens.ts';

/** The names of operators in a language, each with its operator and how strongly it binds. */
interface ExpressionLanguage {
  readonly binary: ReadonlyMap<string, readonly [operator: ExpressionOperator, strength: number]>;
  readonly after: ReadonlyMap<string, ExpressionOperator>;
  readonly before: ReadonlySet<string>;
  /** Returns the expression of a word that is no operator and no call. Undefined if it has no meaning. */
  readonly readWord: (word: string) => Expression | undefined;
}

const constants: Readonly<Record<string, Expression>> = {
  true: { kind: 'constant', value: true },
  false: { kind: 'constant', value: false },
  null: { kind: 'constant', value: null },
  undefined: { kind: 'constant', value: null },
};

/** https://surveyjs.io/form-library/documentation/design-survey/conditional-logic, "Supported operators" */
const surveyLanguage: ExpressionLanguage = {
  binary: new Map([
    ['or', ['or', 1]],
    ['||', ['or', 1]],
    ['and', ['and', 2]],
    ['&&', ['and', 2]],
    ['=', ['==', 3]],
    ['==', ['==', 3]],
    ['===', ['==', 3]],
    ['equal', ['==', 3]],
    ['<>', ['!=', 3]],
    ['!=', ['!=', 3]],
    ['!==', ['!=', 3]],
    ['notequal', ['!=', 3]],
    ['<', ['<', 3]],
    ['less', ['<', 3]],
    ['<=', ['<=', 3]],
    ['lessorequal', ['<=', 3]],
    ['>', ['>', 3]],
    ['greater', ['>', 3]],
    ['>=', ['>=', 3]],
    ['greaterorequal', ['>=', 3]],
    ['contains', ['contains', 3]],
    ['contain', ['contains', 3]],
    ['*=', ['contains', 3]],
    ['notcontains', ['notcontains', 3]],
    ['notcontain', ['notcontains', 3]],
    ['anyof', ['anyof', 3]],
    ['allof', ['allof', 3]],
    ['noneof', ['noneof', 3]],
    ['+', ['+', 4]],
    ['-', ['-', 4]],
    ['*', ['*', 5]],
    ['/', ['/', 5]],
    ['%', ['%', 5]],
    ['^', ['^', 6]],
    ['power', ['^', 6]],
  ]),
  after: new Map([
    ['empty', 'empty'],
    ['notempty', 'notempty'],
  ]),
  before: new Set(['!', 'negate', 'not']),
  readWord: (word) => getOwnMember(constants, word.toLowerCase()) ?? { kind: 'constant', value: word },
};

/** Expressions of JavaScript over `data` and `row`, as Form.io has them. Other words have no meaning. */
const scriptLanguage: ExpressionLanguage = {
  binary: new Map(
    [...surveyLanguage.binary].filter(([sign]) => /^(?:\|\||&&|={2,3}|!={1,2}|[<>]=?|[-+*/%])$/.test(sign)),
  ),
  after: new Map(),
  before: new Set(['!']),
  readWord(word) {
    const path = /^(?:data|row|submission\.data)\??\.(.+)$/.exec(word)?.[1];
    if (path !== undefined) return { kind: 'name', name: path.replaceAll('?.', '.') };
    return word === 'input' ? { kind: 'name', name: word } : getOwnMember(constants, word);
  },
};

/** Parses an expression of SurveyJS: `{age} >= 18 and {sports} contains 'sailing'`. */
export function parseSurveyExpression(source: string): Translated<Expression> {
  return parseExpression(source, surveyLanguage);
}

/**
 * Parses a script of Form.io that is a single expression, or assigns one to a variable: `show = data.age > 18;`.
 * @param variable The name of that variable.
 */
export function parseScript(source: string, variable: string): Translated<Expression> {
  const tokens = readTokens(source);
  if (!tokens.ok) return tokens;
  const words = tokens.value.map(({ text }) => text);
  const declared = ['var', 'let', 'const'].includes(words[0] ?? '') ? 1 : 0;
  const isAssigned = words[declared] === variable && words[declared + 1] === '=';
  const start = isAssigned ? declared + 2 : words[0] === 'return' ? 1 : 0;
  const last = tokens.value.at(-2);
  const end = last?.kind === 'sign' && last.text === ';' ? -2 : -1;
  return parseTokens([...tokens.value.slice(start, end), ...tokens.value.slice(-1)], scriptLanguage);
}

const maxDepth = 60;

function parseExpression(source: string, language: ExpressionLanguage): Translated<Expression> {
  const tokens = readTokens(source);
  return tokens.ok ? parseTokens(tokens.value, language) : tokens;
}

function parseTokens(tokens: readonly Token[], language: ExpressionLanguage): Translated<Expression> {
  const reader = createReader(tokens, language);
  try {
    const expression = reader.readOperation(0, 0);
    const rest = reader.peek();
    return rest.kind === 'end' ? translated(expression) : untranslated(`"${rest.text}" is not understood`);
  } catch (error) {
    if (error instanceof SyntaxProblem) return untranslated(error.message);
    throw error;
  }
}

class SyntaxProblem extends Error {}

function createReader(tokens: readonly Token[], language: ExpressionLanguage) {
  let at = 0;
  const end: Token = { kind: 'end', text: '' };
  const peek = () => tokens[at] ?? end;
  const next = () => {
    const token = peek();
    at += 1;
    return token;
  };
  const expect = (text: string) => {
    const token = next();
    if (token.kind !== 'sign' || token.text !== text)
      throw new SyntaxProblem(`"${text}" is expected instead of "${token.text || 'the end'}"`);
  };
  const isOperatorToken = ({ kind }: Token) => kind === 'sign' || kind === 'word';

  function readOperation(strength: number, depth: number): Expression {
    if (depth > maxDepth) throw new SyntaxProblem('it is nested too deeply');
    let left = readOperand(depth);
    while (true) {
      const token = peek();
      const word = token.text.toLowerCase();
      const after = isOperatorToken(token) ? language.after.get(word) : undefined;
      if (after !== undefined) {
        next();
        left = { kind: 'operation', operator: after, operands: [left] };
        continue;
      }
      if (token.kind === 'sign' && token.text === '?' && strength === 0) {
        next();
        const yes = readOperation(0, depth + 1);
        expect(':');
        left = { kind: 'operation', operator: 'if', operands: [left, yes, readOperation(0, depth + 1)] };
        continue;
      }
      const [operator, own] = (isOperatorToken(token) && language.binary.get(word)) || [];
      if (operator === undefined || own === undefined || own <= strength) return left;
      next();
      left = { kind: 'operation', operator, operands: [left, readOperation(own, depth + 1)] };
    }
  }

  function readOperand(depth: number): Expression {
    const token = next();
    if (token.kind === 'name') return { kind: 'name', name: token.text };
    if (token.kind === 'number') return { kind: 'constant', value: Number(token.text) };
    if (token.kind === 'text') return { kind: 'constant', value: token.text };
    if (isOperatorToken(token) && language.before.has(token.text.toLowerCase()))
      return { kind: 'operation', operator: 'not', operands: [readOperation(6, depth + 1)] };
    if (token.kind === 'sign' && token.text === '-') {
      const operand = readOperation(6, depth + 1);
      return operand.kind === 'constant' && typeof operand.value === 'number'
        ? { kind: 'constant', value: -operand.value }
        : { kind: 'operation', operator: '-', operands: [{ kind: 'constant', value: 0 }, operand] };
    }
    if (token.kind === 'sign' && token.text === '(') {
      const inner = readOperation(0, depth + 1);
      expect(')');
      return inner;
    }
    if (token.kind === 'sign' && token.text === '[') return { kind: 'list', items: readItems(']', depth) };
    if (token.kind === 'word') {
      if (peek().kind === 'sign' && peek().text === '(') {
        next();
        return { kind: 'call', name: token.text, operands: readItems(')', depth) };
      }
      const word = language.readWord(token.text);
      if (word !== undefined) return word;
    }
    throw new SyntaxProblem(`"${token.text || 'the end'}" is not understood`);
  }

  function readItems(close: string, depth: number): readonly Expression[] {
    const items: Expression[] = [];
    while (!(peek().kind === 'sign' && peek().text === close)) {
      if (items.length > 0) expect(',');
      items.push(readOperation(0, depth + 1));
    }
    next();
    return items;
  }

  return { peek, readOperation };
}
