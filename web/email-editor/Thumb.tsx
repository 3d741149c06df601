import './thumb.css';
import {
  type Block,
  type EmailDesign,
  fonts,
  layouts,
  plainText,
  readableOn,
} from '../../api/contract/email-design.ts';
import { useFilled } from './filled.ts';

/** A design, small: to be recognised, not to be read. It says nothing to those who do not see it; its name does. */
export function Thumb({ design }: { readonly design: EmailDesign }) {
  const { settings, sections } = design;
  const filled = useFilled();
  return (
    <span className="ee-thumb" aria-hidden style={{ background: settings.background }}>
      <span
        className="paper"
        style={{ color: settings.ink, fontFamily: fonts[settings.font], fontSize: settings.size }}
      >
        {sections.slice(0, 8).map((section) => (
          <span
            key={section.id}
            className="section"
            style={{
              background: section.background ?? settings.paper,
              gridTemplateColumns: layouts[section.layout].map((share) => `${share}fr`).join(' '),
              paddingBlock: `${section.top}px ${section.bottom}px`,
            }}
          >
            {section.columns.map(({ id, blocks }) => (
              <span key={id} className="column">
                {blocks.map((block) => (
                  <Small key={block.id} block={block} design={design} filled={filled} />
                ))}
              </span>
            ))}
          </span>
        ))}
      </span>
    </span>
  );
}

function Small({
  block,
  design: { settings },
  filled,
}: {
  readonly block: Block;
  readonly design: EmailDesign;
  readonly filled: (template: string) => string;
}) {
  const room = { paddingTop: block.top, paddingBottom: block.bottom };
  switch (block.kind) {
    case 'heading':
      return (
        <b
          style={{
            ...room,
            fontFamily: fonts[settings.headingFont],
            fontSize: block.size ?? { 1: 30, 2: 24, 3: 19 }[block.level],
            color: block.color ?? settings.ink,
            textAlign: block.align,
          }}
        >
          {filled(block.text)}
        </b>
      );
    case 'text':
      return (
        <span style={{ ...room, textAlign: block.align, color: block.color ?? settings.ink }}>
          {filled(plainText(block.doc))}
        </span>
      );
    case 'button': {
      const color = block.color ?? settings.brand;
      return (
        <span style={{ ...room, textAlign: block.align }}>
          <i style={{ background: color, color: block.textColor ?? readableOn(color), borderRadius: block.round }}>
            {filled(block.label)}
          </i>
        </span>
      );
    }
    case 'image':
    case 'video': {
      const url = block.kind === 'image' ? block.url : block.poster;
      return (
        <span className={block.kind === 'image' && block.bleed ? 'bleed' : ''} style={room}>
          {url !== '' && <img src={url} alt="" loading="lazy" />}
        </span>
      );
    }
    case 'coupon':
      return (
        <span className="coupon" style={{ borderColor: block.color ?? settings.brand }}>
          <b>{filled(block.title)}</b>
          <span>{filled(block.text)}</span>
          <b>{filled(block.code)}</b>
        </span>
      );
    case 'divider':
      return (
        <hr
          style={{
            borderTop: `${block.thickness}px ${block.style} ${block.color ?? '#d5d9e0'}`,
            width: `${block.width}%`,
          }}
        />
      );
    case 'spacer':
      return <span style={{ height: block.height }} />;
    case 'social':
      return <span style={{ ...room, textAlign: block.align }}>● ● ●</span>;
    default:
      return block satisfies never;
  }
}
