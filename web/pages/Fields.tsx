import type { ReactNode } from 'react';
import { type Attribute, attributeByAsked, attributeOf, longestTyped } from '../../api/contract/attributes.ts';
import {
  answerNames,
  type Askable,
  type AskedWords,
  type Asked,
  askedOf,
  type Page,
  type Question,
} from '../../api/contract/page-model.ts';
import type { PageContext } from '../../api/contract/page-view.ts';
import { t } from './texts.ts';

type Inputs = Page<'landing'>['inputs'];

interface Shown {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  readonly context: PageContext;
}

export const fieldId = (name: string): string => `pv-${name.replace('.', '-')}`;
/** The first answer that is wrong has the focus when the page comes back. */
const isFirstWrong = ({ form }: PageContext, name: string): boolean =>
  form !== null && Object.keys(form.errors).find((field) => field !== 'form') === name;

/** A label, what it is for, and what is wrong with it, tied together for screen readers. */
function Labelled({
  name,
  label,
  required,
  context,
  help,
  wide = false,
  children,
}: Shown & {
  readonly help?: string;
  readonly wide?: boolean;
  readonly children: (described: {
    readonly id: string;
    readonly name: string;
    readonly 'aria-describedby'?: string;
    readonly 'aria-invalid'?: true;
    readonly autoFocus?: true;
  }) => ReactNode;
}) {
  const id = fieldId(name);
  const error = context.form?.errors[name];
  const described = [help === undefined ? null : `${id}-help`, error === undefined ? null : `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={wide ? 'pv-field pv-wide' : 'pv-field'} data-field={name}>
      <label htmlFor={id}>
        {label}
        {!required && <span className="pv-optional"> {t('page.optional')}</span>}
      </label>
      {children({
        id,
        name,
        ...(described === '' ? {} : { 'aria-describedby': described }),
        ...(error === undefined ? {} : { 'aria-invalid': true as const }),
        ...(isFirstWrong(context, name) ? { autoFocus: true as const } : {}),
      })}
      {help !== undefined && (
        <span className="pv-help" id={`${id}-help`}>
          {help}
        </span>
      )}
      {error !== undefined && (
        <span className="pv-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

interface Typing {
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'date';
  readonly autoComplete: string;
  readonly inputMode?: 'text' | 'email' | 'tel' | 'url' | 'numeric' | 'decimal';
  readonly placeholder?: string;
  readonly maxLength: number;
  readonly day?: true;
}

function TextField({ typing, help, ...shown }: Shown & { readonly typing: Typing; readonly help?: string }) {
  const { type = 'text', day, ...rest } = typing;
  return (
    <Labelled {...shown} {...(help === undefined ? {} : { help })}>
      {(described) => (
        <input
          {...described}
          {...rest}
          type={type}
          required={shown.required}
          defaultValue={shown.context.form?.values[shown.name] ?? ''}
          {...(day ? { 'data-day': '' } : {})}
          {...(type === 'email' || type === 'url' ? { autoCapitalize: 'none', spellCheck: false } : {})}
        />
      )}
    </Labelled>
  );
}

function ChoiceField({
  placeholder = '',
  options,
  ...shown
}: Shown & { readonly placeholder?: string | undefined; readonly options: Readonly<Record<string, string>> }) {
  return (
    <Labelled {...shown}>
      {(described) => (
        <select {...described} required={shown.required} defaultValue={shown.context.form?.values[shown.name] ?? ''}>
          <option value="">{placeholder === '' ? t('page.choose') : placeholder}</option>
          {Object.entries(options).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

const day: Typing = {
  autoComplete: 'off',
  inputMode: 'numeric',
  placeholder: t('page.dayHint'),
  maxLength: 10,
  day: true,
};

/** How each of the usual fields is typed; its label and placeholder are the business's where it has any. */
function typingOf(
  field: Askable,
  inputs: Inputs,
): {
  readonly label: string;
  readonly typing: Typing;
  readonly help?: string;
  /** What it can be, by what is kept, where it is picked. */
  readonly options?: Readonly<Record<string, string>>;
} {
  switch (field) {
    case 'Name':
      return {
        label: t('page.name'),
        typing: { autoComplete: 'name', placeholder: inputs.NamePlaceholder, maxLength: 200 },
      };
    case 'Phone':
      return {
        label: t('page.phone'),
        typing: {
          type: 'tel',
          autoComplete: 'tel',
          inputMode: 'tel',
          placeholder: inputs.PhonePlaceholder,
          maxLength: 40,
        },
      };
    default:
      return typingOfAttribute(attributeOf(attributeByAsked(field)), inputs);
  }
}
function typingOfAttribute(attribute: Attribute, inputs: Inputs): ReturnType<typeof typingOf> {
  const { label, page, kind } = attribute;
  const words = inputs[page.words as AskedWords];
  const { autoComplete = 'off' } = page;
  if (kind === 'day-of-year') return { label: words, typing: { ...day, autoComplete }, help: t('page.dayHelp') };
  const typing = { autoComplete, placeholder: words, maxLength: longestTyped(attribute) };
  switch (kind) {
    case 'email':
      return { label, typing: { ...typing, type: 'email', inputMode: 'email' } };
    case 'url':
      return { label, typing: { ...typing, inputMode: 'url' } };
    case 'zip':
      return { label, typing: { ...typing, inputMode: 'numeric' } };
    case 'choice':
      return attribute.isTyped === true ? { label, typing } : { label, typing, options: attribute.options };
    case 'text':
      return { label, typing };
  }
}

/**
 * Whether the form says of a field that it must be filled. A number that is required is so for who wants texts; where it
 * is the only way to reach somebody, or the business has said so, of everybody.
 */
function mustBeGiven({ field, required }: Asked, inputs: Inputs, box: boolean, phoneAlways: boolean): boolean {
  if (field === 'Phone') return (required && (!box || phoneAlways)) || !inputs.ShowEmail;
  if (field === 'Email') return required || !inputs.ShowPhone;
  return required;
}

/** What the page asks for. */
export function AskedFields({
  inputs,
  box,
  context,
}: {
  readonly inputs: Inputs;
  /** Whether consent to texts has a box of its own. */
  readonly box: boolean;
  readonly context: PageContext;
}) {
  return (
    <div className="pv-fields">
      {askedOf(inputs).map((asked) => {
        const { label, typing, help, options } = typingOf(asked.field, inputs);
        const shown = {
          name: answerNames[asked.field],
          label,
          required: mustBeGiven(asked, inputs, box, context.phoneAlways ?? false),
          context,
        };
        if (options !== undefined)
          return <ChoiceField key={asked.field} {...shown} placeholder={typing.placeholder} options={options} />;
        return <TextField key={asked.field} {...shown} typing={typing} {...(help === undefined ? {} : { help })} />;
      })}
      {inputs.CustomFields.map((question) => (
        <QuestionField key={question.id} question={question} context={context} />
      ))}
    </div>
  );
}

/** A question of the page's own. */
function QuestionField({ question, context }: { readonly question: Question; readonly context: PageContext }) {
  const { id, label, kind, required, placeholder, choices } = question;
  const name = `custom.${id}`;
  const value = context.form?.values[name] ?? '';
  const shown = { name, label, required, context };
  switch (kind) {
    case 'choice':
      return (
        <ChoiceField
          {...shown}
          placeholder={placeholder}
          options={Object.fromEntries(choices.map((one) => [one, one]))}
        />
      );
    case 'checkbox': {
      const error = context.form?.errors[name];
      return (
        <div className="pv-field pv-wide" data-field={name}>
          <label className="pv-check">
            <input
              type="checkbox"
              id={fieldId(name)}
              name={name}
              value="yes"
              required={required}
              defaultChecked={value === 'yes'}
              {...(error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${fieldId(name)}-error` })}
            />
            <span>{label}</span>
          </label>
          {error !== undefined && (
            <span className="pv-error" id={`${fieldId(name)}-error`}>
              {error}
            </span>
          )}
        </div>
      );
    }
    case 'date':
      return <TextField {...shown} typing={{ type: 'date', autoComplete: 'off', maxLength: 10 }} />;
    case 'number':
      return (
        <TextField {...shown} typing={{ autoComplete: 'off', inputMode: 'decimal', placeholder, maxLength: 40 }} />
      );
    case 'text':
      return <TextField {...shown} typing={{ autoComplete: 'off', placeholder, maxLength: 2_000 }} />;
  }
}
