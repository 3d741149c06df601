import { NumberInput, Select, Slider, Switch, Textarea, TextInput, Tooltip } from '@mantine/core';
import { IconAlignCenter, IconAlignLeft, IconAlignRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type ApiName, attributeNames, attributeOf, inSentence } from '../../../../../api/contract/attributes.ts';
import { askable, filmOf, withinCoupon, wordsOfAsked } from '../../../../../api/contract/page-model.ts';
import { attributeLabel } from '../../../../components/attributes/label.ts';
import type {
  Field,
  Fields,
  PageKind,
  Picture,
  Question,
  RichText,
  StoredSections,
  VoteOption,
} from '../../../../../api/contract/page-model.ts';
import { FilterChips } from '../../../../components/FilterChips.tsx';
import { ImageUpload } from '../../../../components/ImageUpload.tsx';
import { maybe, t } from '../texts.ts';
import { Items } from './Items.tsx';
import { hexFrom, linesOf } from './entry.ts';
import { RichEditor } from './RichEditor.tsx';
import { Segments } from './Segments.tsx';
import { StockButton } from '../../../../components/stock/StockPicker.tsx';
import { contrastAt, leastContrast } from './warnings.ts';

/** `DescriptionFontSize` as people read it: its own words where there are some, else the name's. */
export const fieldLabel = (section: string, field: string): string =>
  section.startsWith('coupon.') ?
    fieldLabel(section.slice('coupon.'.length), field)
  : (attributeFieldLabel(section, field) ??
    maybe(`field.${section.replace('.', '_')}_${field}`) ??
    maybe(`field.${field}`) ??
    field
      .replace(/(?!^)([A-Z])/g, ' $1')
      .replace(/^./, (first) => first.toUpperCase())
      .replace(/ ([A-Z])/g, (part) => part.toLowerCase()));
/** Of what a page asks for: the attribute, or its placeholder (of a day its label); null: it is of no attribute. */
function attributeFieldLabel(section: string, field: string): string | null {
  const attribute = attributeNames.map(attributeOf).find(({ page }) => page.name === field || page.words === field);
  if (section !== 'inputs' || attribute === undefined) return null;
  const label = attributeLabel(attribute.apiName as ApiName);
  if (attribute.page.name === field) return label;
  return t(attribute.kind === 'day-of-year' ? 'builder.labelOf' : 'builder.hintOf', { field: inSentence(label) });
}
/** A section's name; what another kind of page calls otherwise has a name of its own there. */
export const sectionLabel = (section: string, kind: PageKind): string =>
  withinCoupon(kind, section) !== null ?
    sectionLabel(withinCoupon(kind, section)!, 'coupon')
  : (maybe(`section.${kind}_${section}`) ?? maybe(`section.${section.replace('.', '_')}`) ?? section);

interface Given {
  readonly section: string;
  readonly name: string;
  readonly field: Field;
  readonly page: StoredSections;
  readonly onChange: (value: unknown) => void;
}

/** One field of a section, in the control that fits it. */
export function FieldControl({ section, name, field, page, onChange }: Given) {
  const value = page[section]?.[name];
  const label = fieldLabel(section, name);
  const { control } = field;
  switch (control.kind) {
    case 'flag':
      return (
        <Switch
          label={label}
          labelPosition="left"
          className="bld-switch"
          checked={value === true}
          onChange={(event) => {
            onChange(event.currentTarget.checked);
          }}
        />
      );
    case 'color':
      return (
        <ColorControl
          label={label}
          value={String(value)}
          figure={contrastAt(page, section, name)}
          onChange={onChange}
        />
      );
    case 'size':
      return (
        <SizeControl
          label={label}
          value={Number(value)}
          least={control.least}
          most={control.most}
          unit=" px"
          onChange={onChange}
        />
      );
    case 'count':
      return (
        <NumberControl
          label={label}
          value={Number(value)}
          least={control.least}
          most={control.most}
          unit={maybe(`unit.${name}`, { count: Number(value) }) ?? ''}
          onChange={onChange}
        />
      );
    case 'line':
      return (
        <TextInput
          label={label}
          value={String(value ?? '')}
          maxLength={control.most}
          onChange={(event) => {
            onChange(event.currentTarget.value);
          }}
        />
      );
    case 'link':
      return (
        <TextInput
          label={label}
          type={control.reach === true ? 'text' : 'url'}
          placeholder={control.reach === true ? '(555) 555-0123' : 'https://'}
          value={String(value ?? '')}
          error={
            String(value) !== '' && !field.schema.safeParse(value).success ?
              t(control.reach === true ? 'builder.badReach' : 'builder.badLink')
            : null
          }
          onChange={(event) => {
            onChange(event.currentTarget.value);
          }}
        />
      );
    case 'paragraphs':
      return (
        <Textarea
          label={label}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={control.most}
          value={String(value ?? '')}
          {...(name === 'Disclaimer' ? { placeholder: t('builder.disclaimerHint') } : {})}
          onChange={(event) => {
            onChange(event.currentTarget.value);
          }}
        />
      );
    case 'rich':
      return <RichEditor label={label} value={value as RichText} onChange={onChange} />;
    case 'picture':
      return <PictureControl label={label} value={value as Picture | null} onChange={onChange} />;
    case 'choice':
      return (
        <ChoiceControl label={label} name={name} value={String(value)} among={control.among} onChange={onChange} />
      );
    case 'time':
      return (
        <TextInput
          label={label}
          type="time"
          value={String(value)}
          onChange={(event) => {
            onChange(event.currentTarget.value);
          }}
        />
      );
    case 'sites':
      return (
        <SitesControl
          key={String(value ?? '')}
          label={label}
          value={String(value ?? '')}
          allowed={(typed) => field.schema.safeParse(typed).success}
          onChange={onChange}
        />
      );
    case 'script':
      return (
        <Textarea
          label={label}
          description={t('builder.scriptHint')}
          autosize
          minRows={4}
          maxRows={12}
          spellCheck={false}
          className="mono"
          value={String(value ?? '')}
          onChange={(event) => {
            onChange(event.currentTarget.value);
          }}
        />
      );
    case 'options':
      return <OptionsControl label={label} value={value as readonly VoteOption[]} onChange={onChange} />;
    case 'questions':
      return <QuestionsControl label={label} value={value as readonly Question[]} onChange={onChange} />;
    case 'video':
      return <FilmControl label={label} value={value as string | null} onChange={onChange} />;
  }
}

/** Names of sites. What is half typed is nothing yet: it is taken when the field is left. */
function SitesControl({
  label,
  value,
  allowed,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly allowed: (typed: string) => boolean;
  readonly onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [wrong, setWrong] = useState(false);
  return (
    <TextInput
      label={label}
      description={t('builder.sitesHint')}
      placeholder="shop.example.com"
      value={typed}
      maxLength={1_000}
      spellCheck={false}
      autoCapitalize="none"
      error={wrong ? t('builder.badSite') : null}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setWrong(false);
      }}
      onBlur={() => {
        if (!allowed(typed)) setWrong(true);
        else if (typed.trim() !== value) onChange(typed.trim());
      }}
    />
  );
}

function ColorControl({
  label,
  value,
  figure,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly figure: number | null;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  const opaque = value.slice(0, 7);
  /** While a code is typed it is none yet; what is one is taken at once. */
  const [typed, setTyped] = useState<string | null>(null);
  const pale = figure !== null && figure < leastContrast;
  return (
    <div className="bld-color">
      <label htmlFor={id}>{label}</label>
      {figure !== null && (
        <Tooltip label={pale ? t('builder.contrastLow') : t('builder.contrastGood')}>
          <span className={`figure${pale ? ' low' : ''}`}>{t('builder.contrast', { figure })}</span>
        </Tooltip>
      )}
      <span className="well">
        <input
          id={id}
          type="color"
          value={opaque}
          onChange={(event) => {
            onChange(event.currentTarget.value);
          }}
        />
        <input
          className="hex"
          aria-label={t('builder.hexOf', { label })}
          value={typed ?? value}
          spellCheck={false}
          autoComplete="off"
          maxLength={9}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            const hex = hexFrom(event.currentTarget.value);
            if (hex !== null) onChange(hex);
          }}
          onBlur={() => {
            setTyped(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') setTyped(null);
          }}
        />
      </span>
    </div>
  );
}

interface NumberGiven {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly unit: string;
  readonly onChange: (value: number) => void;
}
const within = ({ least, most }: NumberGiven, next: number): number =>
  Math.max(least, Math.min(most, Math.round(next)));

function NumberEntry(given: NumberGiven) {
  const { label, value, least, most, unit, onChange } = given;
  /** The first digit of 16 is 1, which may be too little: it is not made more until the field is left. */
  const [typed, setTyped] = useState<number | string | null>(null);
  return (
    <NumberInput
      size="xs"
      aria-label={label}
      value={typed ?? value}
      min={least}
      max={most}
      suffix={unit}
      hideControls
      allowDecimal={false}
      onChange={(next) => {
        setTyped(next);
        if (typeof next === 'number' && within(given, next) === next) onChange(next);
      }}
      onBlur={() => {
        if (typeof typed === 'number') onChange(within(given, typed));
        setTyped(null);
      }}
    />
  );
}

/** A number of something: its range is too long for a slider to hit one. */
const NumberControl = (given: NumberGiven) => (
  <div className="bld-row">
    <span className="label" aria-hidden>
      {given.label}
    </span>
    <NumberEntry {...given} />
  </div>
);

const SizeControl = (given: NumberGiven) => (
  <div className="bld-size">
    <span className="label" aria-hidden>
      {given.label}
    </span>
    <Slider
      size="sm"
      min={given.least}
      max={given.most}
      label={null}
      value={given.value}
      thumbLabel={given.label}
      onChange={(next) => {
        given.onChange(within(given, next));
      }}
    />
    <NumberEntry {...given} />
  </div>
);

const alignIcons = { left: IconAlignLeft, center: IconAlignCenter, right: IconAlignRight } as const;

function ChoiceControl({
  label,
  name,
  value,
  among,
  onChange,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly among: readonly string[];
  readonly onChange: (value: string) => void;
}) {
  const wordOf = (word: string) => maybe(`choice.${word}`) ?? word;
  if (name.endsWith('Align'))
    return (
      <div className="bld-row">
        <span className="label">{label}</span>
        <Segments
          label={label}
          value={value}
          options={among.map((word) => ({
            value: word,
            label: wordOf(word),
            icon: alignIcons[word as keyof typeof alignIcons],
          }))}
          onChange={onChange}
        />
      </div>
    );
  if (among.length <= 2)
    return (
      <div className="bld-row">
        <span className="label">{label}</span>
        <FilterChips
          label={label}
          value={value}
          options={among.map((word) => ({ value: word, label: wordOf(word) }))}
          onChange={onChange}
        />
      </div>
    );
  return (
    <Select
      label={label}
      data={among.map((word) => ({ value: word, label: wordOf(word) }))}
      value={value}
      allowDeselect={false}
      comboboxProps={{ shadow: 'lg' }}
      onChange={(next) => {
        if (next !== null) onChange(next);
      }}
    />
  );
}

const filmUrl = (value: string | null): string => {
  const [, place, id] = /^(youtube|vimeo):(.+)$/.exec(value ?? '') ?? [];
  if (id === undefined) return '';
  return place === 'youtube' ? `https://www.youtube.com/watch?v=${id}` : `https://vimeo.com/${id}`;
};

/** A film on YouTube or Vimeo, by any address of it. What is half typed is nothing yet: it is taken when the field is left. */
function FilmControl({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}) {
  const [wrong, setWrong] = useState(false);
  return (
    <TextInput
      key={value}
      label={label}
      description={t('builder.filmHint')}
      type="url"
      placeholder="https://youtu.be/…"
      defaultValue={filmUrl(value)}
      error={wrong ? t('builder.badFilm') : null}
      maxLength={500}
      onBlur={(event) => {
        const typed = event.currentTarget.value.trim();
        const film = typed === '' ? null : filmOf(typed);
        setWrong(typed !== '' && film === null);
        if (film !== value && (typed === '' || film !== null)) onChange(film);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}

/** px: what a picture measures, once it is there. */
const measure = (url: string): Promise<{ width: number; height: number }> =>
  new Promise((resolve) => {
    const image = new Image();
    image.onload = () => {
      resolve({ width: image.naturalWidth, height: image.naturalHeight });
    };
    image.onerror = () => {
      resolve({ width: 0, height: 0 });
    };
    image.src = url;
  });

function PictureControl({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: Picture | null;
  readonly onChange: (value: Picture | null) => void;
}) {
  return (
    <div className="bld-picture">
      <ImageUpload
        label={label}
        value={value?.url ?? null}
        target={{ kind: 'page' }}
        onChange={(url) => {
          if (url === null) {
            onChange(null);
            return;
          }
          void measure(url).then(({ width, height }) => {
            const sides = { width: Math.min(width, 10_000), height: Math.min(height, 10_000) };
            onChange({ url, ...sides, alt: value?.alt ?? '', focusX: 50, focusY: 50 });
          });
        }}
      />
      <StockButton
        onPick={({ url, width, height, alt }) => {
          onChange({ url, width, height, alt, focusX: 50, focusY: 50 });
        }}
      />
      {value !== null && (
        <>
          <TextInput
            label={t('builder.alt')}
            description={t('builder.altHint')}
            value={value.alt}
            maxLength={300}
            onChange={(event) => {
              onChange({ ...value, alt: event.currentTarget.value });
            }}
          />
          <div className="focus">
            <button
              type="button"
              className="shot"
              aria-label={t('builder.focus')}
              style={{ backgroundImage: `url("${value.url}")` }}
              onClick={(event) => {
                // By keyboard there is no place that was pressed: the sliders below are for that.
                if (event.detail === 0) return;
                const box = event.currentTarget.getBoundingClientRect();
                onChange({
                  ...value,
                  focusX: Math.round(((event.clientX - box.left) / box.width) * 100),
                  focusY: Math.round(((event.clientY - box.top) / box.height) * 100),
                });
              }}
            >
              <i style={{ left: `${value.focusX}%`, top: `${value.focusY}%` }} />
            </button>
            <SizeControl
              label={t('builder.focusX')}
              value={value.focusX}
              least={0}
              most={100}
              unit="%"
              onChange={(focusX) => {
                onChange({ ...value, focusX });
              }}
            />
            <SizeControl
              label={t('builder.focusY')}
              value={value.focusY}
              least={0}
              most={100}
              unit="%"
              onChange={(focusY) => {
                onChange({ ...value, focusY });
              }}
            />
          </div>
        </>
      )}
    </div>
  );
}

/** An id that no other in the list has: letters and digits. */
const newId = (): string => `o${Math.random().toString(36).slice(2, 10).padEnd(8, '0')}`;

function OptionsControl({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: readonly VoteOption[];
  readonly onChange: (value: readonly VoteOption[]) => void;
}) {
  return (
    <Items
      label={label}
      add={t('builder.addOption')}
      value={value}
      most={30}
      nameOf={(option, index) => option.label.trim() || t('builder.option', { number: index + 1 })}
      fresh={() => ({ id: newId(), label: t('builder.newOption'), picture: null })}
      onChange={onChange}
    >
      {(option, put, index) => (
        <>
          <TextInput
            aria-label={t('builder.option', { number: index + 1 })}
            value={option.label}
            maxLength={120}
            error={option.label.trim() === '' ? t('builder.needsName') : null}
            onChange={(event) => {
              put({ ...option, label: event.currentTarget.value });
            }}
          />
          <details>
            <summary>{t('builder.optionPicture')}</summary>
            <PictureControl
              label={t('builder.option', { number: index + 1 })}
              value={option.picture}
              onChange={(picture) => {
                put({ ...option, picture });
              }}
            />
          </details>
        </>
      )}
    </Items>
  );
}

const questionKinds = ['text', 'number', 'date', 'choice', 'checkbox'] as const;

function QuestionsControl({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: readonly Question[];
  readonly onChange: (value: readonly Question[]) => void;
}) {
  return (
    <Items
      label={label}
      add={t('builder.addQuestion')}
      value={value}
      most={20}
      nameOf={(question, index) => question.label.trim() || t('builder.question', { number: index + 1 })}
      fresh={() => ({
        id: newId(),
        label: t('builder.newQuestion'),
        kind: 'text' as const,
        required: false,
        placeholder: '',
        choices: [],
      })}
      onChange={onChange}
    >
      {(question, put, index) => (
        <>
          <TextInput
            aria-label={t('builder.question', { number: index + 1 })}
            value={question.label}
            maxLength={120}
            error={question.label.trim() === '' ? t('builder.needsName') : null}
            onChange={(event) => {
              put({ ...question, label: event.currentTarget.value });
            }}
          />
          <Select
            aria-label={t('builder.answerKind')}
            data={questionKinds.map((kind) => ({ value: kind, label: t(`question.${kind}`) }))}
            value={question.kind}
            allowDeselect={false}
            onChange={(kind) => {
              if (kind !== null) put({ ...question, kind });
            }}
          />
          {question.kind === 'choice' && (
            <ChoicesControl
              value={question.choices}
              onChange={(choices) => {
                put({ ...question, choices: [...choices] });
              }}
            />
          )}
          <Switch
            label={t('builder.required')}
            checked={question.required}
            onChange={(event) => {
              put({ ...question, required: event.currentTarget.checked });
            }}
          />
        </>
      )}
    </Items>
  );
}

/** Choices, one a line. What is written stays as it is written, until somebody else (Undo) makes other choices of it. */
function ChoicesControl({
  value,
  onChange,
}: {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}) {
  const most = 30;
  const [written, setWritten] = useState(() => value.join('\n'));
  const text = linesOf(written, most).join('\n') === value.join('\n') ? written : value.join('\n');
  return (
    <Textarea
      label={t('builder.choices')}
      autosize
      minRows={2}
      value={text}
      error={value.length === 0 ? t('builder.noChoices') : null}
      onChange={(event) => {
        setWritten(event.currentTarget.value);
        onChange(linesOf(event.currentTarget.value, most));
      }}
    />
  );
}

/** What people are asked for: a row each, its words below once it is shown. */
function AskedControl({
  page,
  onChange,
}: {
  readonly page: StoredSections;
  readonly onChange: (field: string, value: unknown) => void;
}) {
  const inputs = page['inputs'] ?? {};
  return (
    <fieldset className="bld-asked">
      <legend>{t('builder.asked')}</legend>
      {askable.map((name) => {
        const shown = inputs[`Show${name}`] === true;
        return (
          <div key={name} className={shown ? 'shown' : ''} data-field={`Show${name}`}>
            <div className="head">
              <Switch
                label={fieldLabel('inputs', name)}
                checked={shown}
                onChange={(event) => {
                  onChange(`Show${name}`, event.currentTarget.checked);
                }}
              />
              {shown && (
                <label className="must">
                  <input
                    type="checkbox"
                    checked={inputs[`${name}Required`] === true}
                    onChange={(event) => {
                      onChange(`${name}Required`, event.currentTarget.checked);
                    }}
                  />
                  {t('builder.required')}
                </label>
              )}
            </div>
            {shown && (
              <TextInput
                size="xs"
                aria-label={fieldLabel('inputs', wordsOfAsked[name])}
                data-field={wordsOfAsked[name]}
                value={String(inputs[wordsOfAsked[name]] ?? '')}
                maxLength={200}
                onChange={(event) => {
                  onChange(wordsOfAsked[name], event.currentTarget.value);
                }}
              />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

const looks: ReadonlySet<string> = new Set(['color', 'size']);
const isLook = (name: string, field: Field): boolean =>
  looks.has(field.control.kind) || /(Align|Weight|Style|Family)$/.test(name);
const words: ReadonlySet<string> = new Set(Object.values(wordsOfAsked));
const isAsked = (name: string): boolean => /^Show|Required$/.test(name) || words.has(name);

/** The switch that a value belongs to: it stands below it, and is not there while that is off. */
const switchOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  settings: {
    Timeout: 'ShowAfterTimeout',
    ScrollPercent: 'ShowAfterScroll',
    ExitDuration: 'ShowOnExit',
    ScheduleFrom: 'UseSchedule',
    ScheduleTo: 'UseSchedule',
  },
};

/** All of a section: its words and pictures first, then how it looks. */
export function SectionControls({
  section,
  fields,
  page,
  onChange,
}: {
  readonly section: string;
  readonly fields: Fields;
  readonly page: StoredSections;
  readonly onChange: (field: string, value: unknown) => void;
}) {
  const form = section === 'inputs' && 'ShowName' in fields;
  const off = (name: string): boolean => {
    const by = switchOf[section]?.[name];
    return by !== undefined && page[section]?.[by] !== true;
  };
  const entries = Object.entries(fields).filter(([name]) => !(form && isAsked(name)) && !off(name));
  const control = ([name, field]: (typeof entries)[number]) => (
    <div key={name} data-field={name} {...(switchOf[section]?.[name] === undefined ? {} : { className: 'under' })}>
      <FieldControl
        section={section}
        name={name}
        field={field}
        page={page}
        onChange={(value) => {
          onChange(name, value);
        }}
      />
    </div>
  );
  const [words, look] = [
    entries.filter(([name, field]) => !isLook(name, field)),
    entries.filter(([name, field]) => isLook(name, field)),
  ];
  return (
    <div className="bld-controls">
      {form && <AskedControl page={page} onChange={onChange} />}
      {words.map(control)}
      {look.length > 0 && (
        <details className="look" open>
          <summary>{t('builder.look')}</summary>
          <div className="inner">{look.map(control)}</div>
        </details>
      )}
    </div>
  );
}
