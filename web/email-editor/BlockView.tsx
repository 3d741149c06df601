import { IconPhoto, IconVideo } from '@tabler/icons-react';
import { type CSSProperties, memo } from 'react';
import {
  type Block,
  type BlockOf,
  fonts,
  networkName,
  readableOn,
  type Settings,
} from '../../api/contract/email-design.ts';
import { useEditing } from './editing.ts';
import { Line } from './Line.tsx';
import { RichBlock } from './RichBlock.tsx';
import { t } from './texts.ts';

/** A block as it is edited: near to what email programs show; the preview shows what they get. */
export const BlockView = memo(function BlockView({
  block,
  settings,
}: {
  readonly block: Block;
  readonly settings: Settings;
}) {
  const style: CSSProperties = { paddingTop: block.top, paddingBottom: block.bottom };
  return (
    <div className={`ee-block-view ${block.kind}`} style={style}>
      <Inside block={block} settings={settings} />
    </div>
  );
});

function Inside({ block, settings }: { readonly block: Block; readonly settings: Settings }) {
  const { set } = useEditing();
  const line = (field: string, value: string, most: number, placeholder: string, lines = false) => (
    <Line
      blockId={block.id}
      label={placeholder}
      value={value}
      placeholder={placeholder}
      most={most}
      lines={lines}
      onChange={(to) => {
        set(block, field, to);
      }}
    />
  );
  switch (block.kind) {
    case 'heading':
      // A heading of the email, not of this screen: outlines of the page go without it.
      return (
        <div
          className="heading-line"
          style={{
            fontFamily: fonts[settings.headingFont],
            fontSize: block.size ?? { 1: 30, 2: 24, 3: 19 }[block.level],
            color: block.color ?? settings.ink,
            textAlign: block.align,
          }}
        >
          {line('text', block.text, 300, t('ee.heading.placeholder'))}
        </div>
      );
    case 'text':
      return (
        <div style={{ textAlign: block.align, color: block.color ?? settings.ink }}>
          <RichBlock
            blockId={block.id}
            doc={block.doc}
            onChange={(doc) => {
              set(block, 'doc', doc);
            }}
          />
        </div>
      );
    case 'button': {
      const color = block.color ?? settings.brand;
      return (
        <div style={{ textAlign: block.align }}>
          <span
            className="ee-button"
            style={{
              background: color,
              color: block.textColor ?? readableOn(color),
              borderRadius: block.round,
              display: block.wide ? 'block' : 'inline-block',
            }}
          >
            {line('label', block.label, 80, t('ee.button.placeholder'))}
          </span>
        </div>
      );
    }
    case 'image':
      return <Picture url={block.url} alt={block.alt} block={block} />;
    case 'divider':
      return (
        <hr
          style={{
            width: `${block.width}%`,
            borderTop: `${block.thickness}px ${block.style} ${block.color ?? '#d5d9e0'}`,
          }}
        />
      );
    case 'spacer':
      return <div className="ee-spacer" style={{ height: block.height }} />;
    case 'social':
      return (
        <div className="ee-social" style={{ textAlign: block.align, color: settings.link }}>
          {block.links.map(({ network }, index) => (
            <span key={index} className={block.style}>
              {networkName[network]}
            </span>
          ))}
          {block.links.length === 0 && t('ee.social.none')}
        </div>
      );
    case 'video':
      return (
        <div style={{ textAlign: block.align }}>
          <Picture url={block.poster} alt={block.alt} block={{ ...block, width: 100, round: 8 }} video />
          <span className="ee-caption" style={{ color: settings.link }}>
            <span aria-hidden>▶ </span>
            {line('caption', block.caption, 120, t('ee.caption.placeholder'))}
          </span>
        </div>
      );
    case 'coupon': {
      const color = block.color ?? settings.brand;
      return (
        <div className="ee-coupon" style={{ borderColor: color }}>
          <div className="title" style={{ fontFamily: fonts[settings.headingFont] }}>
            {line('title', block.title, 120, t('ee.coupon.title'))}
          </div>
          <div>{line('text', block.text, 600, t('ee.coupon.text'), true)}</div>
          <div className="code">{line('code', block.code, 120, t('ee.coupon.code'))}</div>
          <span className="ee-button" style={{ background: color, color: readableOn(color), borderRadius: 8 }}>
            {line('label', block.label, 80, t('ee.button.placeholder'))}
          </span>
          <div className="small">{line('small', block.small, 200, t('ee.coupon.small'))}</div>
        </div>
      );
    }
    default:
      return block satisfies never;
  }
}

function Picture({
  url,
  alt,
  block,
  video = false,
}: {
  readonly url: string;
  readonly alt: string;
  readonly block: Pick<BlockOf<'image'>, 'align' | 'width' | 'round' | 'id'>;
  readonly video?: boolean;
}) {
  const Icon = video ? IconVideo : IconPhoto;
  return (
    <div style={{ textAlign: block.align }}>
      {url === '' ?
        <span className="ee-no-picture">
          <Icon size={28} aria-hidden />
          {t('ee.picture.none')}
        </span>
      : <img src={url} alt={alt} style={{ width: `${block.width}%`, borderRadius: block.round }} draggable={false} />}
    </div>
  );
}
