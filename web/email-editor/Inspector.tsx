import { Button, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import {
  type Block,
  type BlockOf,
  findBlock,
  fontNames,
  isLink,
  layoutNames,
  type Network,
  networkName,
  networks,
  writtenLink,
} from '../../api/contract/email-design.ts';
import { ImageUpload } from '../components/ImageUpload.tsx';
import { StockButton } from '../components/stock/StockPicker.tsx';
import { useEditing } from './editing.ts';
import { Swatches } from './Swatches.tsx';
import { t } from './texts.ts';

/** The controls of what is chosen. */
export function Inspector() {
  const { design, selected } = useEditing();
  const block = selected.kind === 'block' ? findBlock(design, selected.id) : null;
  if (block !== null) return <BlockControls key={block.id} block={block} />;
  if (selected.kind === 'section') return <SectionControls id={selected.id} />;
  if (selected.kind === 'footer') return <FooterControls />;
  return <EmailControls />;
}

const Panel = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className="ee-controls">
    <h2 tabIndex={-1}>{title}</h2>
    {children}
  </div>
);

function BlockControls({ block }: { readonly block: Block }) {
  const { set } = useEditing();
  const put = (field: string) => (value: unknown) => {
    set(block, field, value);
  };
  return (
    <Panel title={t(`ee.kind.${block.kind}`)}>
      <KindControls block={block} put={put} />
      <fieldset>
        <legend>{t('ee.room')}</legend>
        <div className="ee-pair">
          <Pixels field="top" label={t('ee.top')} value={block.top} most={100} onChange={put('top')} />
          <Pixels field="bottom" label={t('ee.bottom')} value={block.bottom} most={100} onChange={put('bottom')} />
        </div>
        <Hidden value={block.hidden} onChange={put('hidden')} />
      </fieldset>
    </Panel>
  );
}

type Put = (field: string) => (value: unknown) => void;

function KindControls({ block, put }: { readonly block: Block; readonly put: Put }) {
  switch (block.kind) {
    case 'heading':
      return (
        <>
          <Words field="text" label={t('ee.heading.text')} value={block.text} most={300} onChange={put('text')} />
          <Choice
            field="level"
            label={t('ee.heading.level')}
            value={String(block.level)}
            options={(['1', '2', '3'] as const).map((value) => ({ value, label: t(`ee.level.${value}`) }))}
            onChange={(value) => {
              put('level')(Number(value));
            }}
          />
          <AlignChoice value={block.align} onChange={put('align')} />
          <Color field="color" label={t('ee.color')} value={block.color} onChange={put('color')} />
          <Pixels
            field="size"
            label={t('ee.size')}
            value={block.size ?? { 1: 30, 2: 24, 3: 19 }[block.level]}
            least={14}
            most={72}
            onChange={put('size')}
          />
        </>
      );
    case 'text':
      return (
        <>
          <p className="muted">{t('ee.text.hint')}</p>
          <AlignChoice value={block.align} onChange={put('align')} />
          <Color field="color" label={t('ee.color')} value={block.color} onChange={put('color')} />
        </>
      );
    case 'button':
      return (
        <>
          <Words field="label" label={t('ee.button.label')} value={block.label} most={80} onChange={put('label')} />
          <LinkField field="link" label={t('ee.link')} value={block.link} onChange={put('link')} />
          <AlignChoice value={block.align} onChange={put('align')} />
          <Color field="color" label={t('ee.button.color')} value={block.color} onChange={put('color')} />
          <Color
            field="textColor"
            label={t('ee.button.textColor')}
            value={block.textColor}
            onChange={put('textColor')}
          />
          <Pixels field="round" label={t('ee.round')} value={block.round} most={40} onChange={put('round')} />
          <Switch
            label={t('ee.button.wide')}
            checked={block.wide}
            onChange={(event) => {
              put('wide')(event.currentTarget.checked);
            }}
          />
        </>
      );
    case 'image':
      return (
        <>
          <Picture
            field="url"
            label={t('ee.picture')}
            value={block.url}
            onChange={put('url')}
            onAlt={block.alt === '' ? put('alt') : undefined}
          />
          <Words
            field="alt"
            label={t('ee.alt')}
            hint={t('ee.alt.hint')}
            value={block.alt}
            most={250}
            onChange={put('alt')}
          />
          <Switch
            label={t('ee.decorative')}
            checked={block.decorative}
            onChange={(event) => {
              put('decorative')(event.currentTarget.checked);
            }}
          />
          <LinkField field="link" label={t('ee.link')} value={block.link} onChange={put('link')} />
          <Pixels
            field="width"
            label={t('ee.width')}
            unit="%"
            value={block.width}
            least={10}
            most={100}
            onChange={put('width')}
          />
          <AlignChoice value={block.align} onChange={put('align')} />
          <Pixels field="round" label={t('ee.round')} value={block.round} most={60} onChange={put('round')} />
          <Switch
            label={t('ee.bleed')}
            checked={block.bleed}
            onChange={(event) => {
              put('bleed')(event.currentTarget.checked);
            }}
          />
        </>
      );
    case 'divider':
      return (
        <>
          <Color field="color" label={t('ee.color')} value={block.color} onChange={put('color')} />
          <Pixels
            field="thickness"
            label={t('ee.thickness')}
            value={block.thickness}
            least={1}
            most={10}
            onChange={put('thickness')}
          />
          <Choice
            field="style"
            label={t('ee.line')}
            value={block.style}
            options={(['solid', 'dashed', 'dotted'] as const).map((value) => ({ value, label: t(`ee.line.${value}`) }))}
            onChange={put('style')}
          />
          <Pixels
            field="width"
            label={t('ee.width')}
            unit="%"
            value={block.width}
            least={10}
            most={100}
            onChange={put('width')}
          />
        </>
      );
    case 'spacer':
      return (
        <Pixels
          field="height"
          label={t('ee.height')}
          value={block.height}
          least={4}
          most={200}
          onChange={put('height')}
        />
      );
    case 'social':
      return <SocialControls block={block} put={put} />;
    case 'video':
      return (
        <>
          <Picture
            field="poster"
            label={t('ee.poster')}
            value={block.poster}
            onChange={put('poster')}
            onAlt={block.alt === '' ? put('alt') : undefined}
          />
          <Words
            field="alt"
            label={t('ee.alt')}
            hint={t('ee.alt.hint')}
            value={block.alt}
            most={250}
            onChange={put('alt')}
          />
          <LinkField field="link" label={t('ee.video.link')} value={block.link} onChange={put('link')} />
          <Words field="caption" label={t('ee.caption')} value={block.caption} most={120} onChange={put('caption')} />
          <AlignChoice value={block.align} onChange={put('align')} />
        </>
      );
    case 'coupon':
      return (
        <>
          <Words field="title" label={t('ee.coupon.title')} value={block.title} most={120} onChange={put('title')} />
          <Words
            field="text"
            label={t('ee.coupon.text')}
            value={block.text}
            most={600}
            rows={3}
            onChange={put('text')}
          />
          <Words
            field="code"
            label={t('ee.coupon.code')}
            hint={t('ee.coupon.codeHint')}
            value={block.code}
            most={120}
            onChange={put('code')}
          />
          <Words field="label" label={t('ee.button.label')} value={block.label} most={80} onChange={put('label')} />
          <LinkField field="link" label={t('ee.link')} value={block.link} onChange={put('link')} />
          <Words field="small" label={t('ee.coupon.small')} value={block.small} most={200} onChange={put('small')} />
          <Color field="color" label={t('ee.color')} value={block.color} onChange={put('color')} />
        </>
      );
    default:
      return block satisfies never;
  }
}

function SocialControls({ block, put }: { readonly block: BlockOf<'social'>; readonly put: Put }) {
  const { links } = block;
  const change = (index: number, set: Partial<(typeof links)[number]>) => {
    put('links')(links.map((one, at) => (at === index ? { ...one, ...set } : one)));
  };
  return (
    <>
      {links.map(({ network, url }, index) => (
        <div key={index} className="ee-social-link">
          <Choice
            field={`links.${index}.network`}
            label={t('ee.social.network', { number: index + 1 })}
            value={network}
            options={networks.map((value) => ({ value, label: networkName[value] }))}
            onChange={(value) => {
              change(index, { network: value as Network });
            }}
          />
          <LinkField
            field="links"
            label={t('ee.social.link', { network: networkName[network] })}
            value={url}
            onChange={(to) => {
              change(index, { url: to });
            }}
          />
          <Button
            size="xs"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => {
              put('links')(links.filter((_, at) => at !== index));
            }}
          >
            {t('ee.social.remove')}
          </Button>
        </div>
      ))}
      {links.length < networks.length && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => {
            const next = networks.find((one) => links.every(({ network }) => network !== one)) ?? 'website';
            put('links')([...links, { network: next, url: '' }]);
          }}
        >
          {t('ee.social.add')}
        </Button>
      )}
      <Choice
        field="style"
        label={t('ee.social.style')}
        value={block.style}
        options={(['badges', 'words'] as const).map((value) => ({ value, label: t(`ee.social.${value}`) }))}
        onChange={put('style')}
      />
      <AlignChoice value={block.align} onChange={put('align')} />
    </>
  );
}

function SectionControls({ id }: { readonly id: string }) {
  const { design, run, setSection } = useEditing();
  const section = design.sections.find((one) => one.id === id);
  if (section === undefined) return <EmailControls />;
  return (
    <Panel title={t('ee.section.title')}>
      <Choice
        field="layout"
        label={t('ee.section.layout')}
        value={section.layout}
        options={layoutNames.map((value) => ({ value, label: t(`ee.layout.${value}`) }))}
        onChange={(layout) => {
          run({ do: 'set-layout', id, layout });
        }}
      />
      <Color
        field="background"
        label={t('ee.section.background')}
        value={section.background}
        onChange={(background) => {
          setSection(section, { background });
        }}
      />
      <div className="ee-pair">
        <Pixels
          field="top"
          label={t('ee.top')}
          value={section.top}
          most={100}
          onChange={(top) => {
            setSection(section, { top });
          }}
        />
        <Pixels
          field="bottom"
          label={t('ee.bottom')}
          value={section.bottom}
          most={100}
          onChange={(bottom) => {
            setSection(section, { bottom });
          }}
        />
      </div>
      {section.columns.length > 1 && (
        <Switch
          label={t('ee.section.stack')}
          checked={section.stack}
          onChange={(event) => {
            setSection(section, { stack: event.currentTarget.checked });
          }}
        />
      )}
      <Hidden
        value={section.hidden}
        onChange={(hidden) => {
          setSection(section, { hidden });
        }}
      />
    </Panel>
  );
}

function FooterControls() {
  const { design, setFooter } = useEditing();
  const { footer } = design;
  const put = (field: string) => (value: unknown) => {
    setFooter(field, value);
  };
  return (
    <Panel title={t('ee.footer.title')}>
      <p className="muted">{t('ee.footer.text')}</p>
      <Words field="note" label={t('ee.footer.note')} value={footer.note} most={600} rows={3} onChange={put('note')} />
      <Words
        field="unsubscribe"
        label={t('ee.footer.unsubscribe')}
        value={footer.unsubscribe}
        most={60}
        onChange={(said) => {
          if (said.trim() !== '') put('unsubscribe')(said);
        }}
      />
      <Choice
        field="align"
        label={t('ee.align')}
        value={footer.align}
        options={(['left', 'center'] as const).map((value) => ({ value, label: t(`ee.align.${value}`) }))}
        onChange={put('align')}
      />
      <Color field="color" label={t('ee.color')} value={footer.color} plain={false} onChange={put('color')} />
    </Panel>
  );
}

function EmailControls() {
  const { design, setSettings } = useEditing();
  const { settings } = design;
  const put = (field: string) => (value: unknown) => {
    setSettings(field, value);
  };
  return (
    <Panel title={t('ee.mail.title')}>
      <Words
        field="preheader"
        label={t('ee.preheader')}
        hint={t('ee.preheader.hint')}
        value={settings.preheader}
        most={150}
        rows={2}
        onChange={put('preheader')}
      />
      <fieldset>
        <legend>{t('ee.colors')}</legend>
        {(['brand', 'link', 'ink', 'paper', 'background'] as const).map((field) => (
          <Color
            key={field}
            field={field}
            label={t(`ee.settings.${field}`)}
            value={settings[field]}
            plain={false}
            onChange={put(field)}
          />
        ))}
      </fieldset>
      {(['font', 'headingFont'] as const).map((field) => (
        <Choice
          key={field}
          field={field}
          label={t(`ee.settings.${field}`)}
          value={settings[field]}
          options={fontNames.map((value) => ({ value, label: t(`ee.font.${value}`) }))}
          onChange={put(field)}
        />
      ))}
      <div className="ee-pair">
        <Pixels field="size" label={t('ee.size')} value={settings.size} least={13} most={20} onChange={put('size')} />
        <Pixels
          field="width"
          label={t('ee.mail.width')}
          value={settings.width}
          least={480}
          most={700}
          onChange={put('width')}
        />
      </div>
      <Pixels field="round" label={t('ee.round')} value={settings.round} most={32} onChange={put('round')} />
    </Panel>
  );
}

function Words({
  field,
  label,
  hint,
  value,
  most,
  rows,
  onChange,
}: {
  readonly field: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly most: number;
  readonly rows?: number;
  readonly onChange: (value: string) => void;
}) {
  const common = {
    label,
    value,
    maxLength: most,
    'data-field': field,
    ...(hint === undefined ? {} : { description: hint }),
  };
  return rows === undefined ?
      <TextInput
        {...common}
        onChange={(event) => {
          onChange(event.currentTarget.value);
        }}
      />
    : <Textarea
        {...common}
        rows={rows}
        onChange={(event) => {
          onChange(event.currentTarget.value);
        }}
      />;
}

/** A link as it is typed; only what is one is kept. */
function LinkField({
  field,
  label,
  value,
  onChange,
}: {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    setTyped((now) => (writtenLink(now) === value ? now : value));
  }, [value]);
  const link = writtenLink(typed);
  return (
    <TextInput
      label={label}
      value={typed}
      data-field={field}
      placeholder="https://"
      maxLength={1000}
      description={t('ee.link.hint')}
      error={isLink(link) ? undefined : t('ee.link.wrong')}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        if (isLink(writtenLink(next))) onChange(writtenLink(next));
      }}
      onBlur={() => {
        if (isLink(link)) setTyped(value);
      }}
    />
  );
}

function Choice<T extends string>({
  field,
  label,
  value,
  options,
  onChange,
}: {
  readonly field: string;
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}) {
  return (
    <Select
      label={label}
      value={value}
      data={[...options]}
      allowDeselect={false}
      data-field={field}
      onChange={(chosen) => {
        if (chosen !== null) onChange(chosen as T);
      }}
    />
  );
}

const AlignChoice = ({
  value,
  onChange,
}: {
  readonly value: 'left' | 'center' | 'right';
  readonly onChange: (value: string) => void;
}) => (
  <Choice
    field="align"
    label={t('ee.align')}
    value={value}
    options={(['left', 'center', 'right'] as const).map((one) => ({ value: one, label: t(`ee.align.${one}`) }))}
    onChange={onChange}
  />
);
const Hidden = ({
  value,
  onChange,
}: {
  readonly value: Block['hidden'];
  readonly onChange: (value: Block['hidden']) => void;
}) => (
  <Choice
    field="hidden"
    label={t('ee.hide')}
    value={value}
    options={(['never', 'mobile', 'desktop'] as const).map((one) => ({ value: one, label: t(`ee.hidden.${one}`) }))}
    onChange={onChange}
  />
);

function Pixels({
  field,
  label,
  value,
  least = 0,
  most,
  unit = 'px',
  onChange,
}: {
  readonly field: string;
  readonly label: string;
  readonly value: number;
  readonly least?: number;
  readonly most: number;
  readonly unit?: string;
  readonly onChange: (value: number) => void;
}) {
  return (
    <NumberInput
      label={label}
      value={value}
      min={least}
      max={most}
      suffix={` ${unit}`}
      clampBehavior="blur"
      allowDecimal={false}
      allowNegative={false}
      data-field={field}
      onChange={(given) => {
        const number = Number(given);
        if (given !== '' && Number.isInteger(number) && number >= least && number <= most) onChange(number);
      }}
    />
  );
}

function Color({
  field,
  label,
  value,
  plain = true,
  onChange,
}: {
  readonly field: string;
  readonly label: string;
  readonly value: string | null;
  readonly plain?: boolean;
  readonly onChange: (value: string | null) => void;
}) {
  return (
    <div data-field={field}>
      <Swatches label={label} value={value} plain={plain} onChange={onChange} />
    </div>
  );
}

function Picture({
  field,
  label,
  value,
  onChange,
  onAlt,
}: {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (url: string) => void;
  readonly onAlt: ((alt: string) => void) | undefined;
}) {
  return (
    <div data-field={field} className="ee-picture">
      <ImageUpload
        label={label}
        value={value === '' ? null : value}
        target={{ kind: 'own' }}
        onChange={(url) => {
          onChange(url ?? '');
        }}
      />
      <StockButton
        onPick={(photo) => {
          onChange(photo.url);
          onAlt?.(photo.alt);
        }}
      />
    </div>
  );
}
