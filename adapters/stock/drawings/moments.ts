import {
  blob,
  chance,
  circle,
  clipped,
  type Drawing,
  fade,
  faint,
  glow,
  ground,
  leaf,
  lifted,
  line,
  oval,
  path,
  put,
  rect,
  times,
  washed,
} from './pen.ts';

const plate = (r: number, tone: string): string =>
  lifted(
    circle(0, 0, r, tone) +
      circle(0, 0, r * 0.84, '#00000033') +
      circle(0, 0, r * 0.8, tone) +
      circle(0, 0, r * 0.3, '#c9ced6') +
      circle(0, 0, r * 0.14, '#2a2f38') +
      times(3, (i) => put(0, 0, rect(-r * 0.13, -r * 0.66, r * 0.26, r * 0.22, '#00000055', r * 0.1), i * 120)),
    6,
    12,
    12,
    '#00000066',
  );
const bell = (tone: string): string => {
  const iron = glow(tone, '#2c333e');
  return (
    `<defs>${iron.defs}</defs>` +
    lifted(
      line('M-62 -60C-92 -220 92 -220 62 -60', '#566171', 40) +
        circle(0, 40, 128, iron.use) +
        rect(-80, 140, 160, 28, '#14171c', 10),
      8,
      18,
      14,
      '#00000066',
    ) +
    circle(0, 40, 54, '#c8f135') +
    oval(-56, -24, 22, 34, '#ffffff2b', 'transform="rotate(30 -56 -24)"')
  );
};
const dog = (coat: string, ear: string): string =>
  lifted(
    path(
      'M-130 -60C-200 -80 -220 60 -160 110C-130 90 -120 20 -110 -30Z M130 -60C200 -80 220 60 160 110C130 90 120 20 110 -30Z',
      ear,
    ) +
      oval(0, 20, 140, 150, coat) +
      oval(0, 90, 84, 70, '#fff3e2'),
    6,
    14,
    12,
    '#00000033',
  ) +
  circle(-54, -6, 17, '#2a1d16') +
  circle(54, -6, 17, '#2a1d16') +
  circle(-48, -12, 5, '#ffffff') +
  circle(60, -12, 5, '#ffffff') +
  path('M-30 56C-30 34 30 34 30 56C30 74 8 84 0 84C-8 84 -30 74 -30 56Z', '#2a1d16') +
  line('M0 84V104M0 104C-16 122 -40 118 -46 106M0 104C16 122 40 118 46 106', '#2a1d16', 6) +
  path('M-20 112C-18 160 18 160 20 112C10 120 -10 120 -20 112Z', '#e8707a');

export const moments: readonly Drawing[] = [
  {
    name: 'pool-lanes',
    svg: () => {
      const any = chance(2);
      return (
        washed(['#38b6c9', '#1f93b5'], 90) +
        times(6, (i) => rect(0, i * 160 - 44, 1200, 88, '#ffffff0f')) +
        times(70, () => {
          const [x, y] = [any() * 1200, any() * 800];
          return line(`M${x.toFixed()} ${y.toFixed()}q22 -12 44 0t44 0`, '#ffffff4a', 4);
        }) +
        times(5, (i) =>
          times(31, (j) =>
            rect(
              j * 40 - 6,
              70 + i * 160,
              32,
              18,
              j % 4 === 0 ? '#f4efe2'
              : i % 2 ? '#e3503f'
              : '#f2b544',
              9,
            ),
          ),
        ) +
        put(
          700,
          320,
          oval(0, 0, 40, 22, '#f2c9a5') +
            oval(16, -2, 26, 22, '#1d3f6b') +
            path('M-36 -6C-110 -30 -190 -20 -250 8C-190 24 -110 20 -36 10Z', '#f2c9a5') +
            path('M-150 -14C-200 -22 -240 -10 -256 6C-236 20 -196 18 -150 14Z', '#1d3f6b') +
            line('M20 14C70 50 120 46 160 30M-20 -16C0 -56 40 -76 76 -72', '#f2c9a5', 24) +
            times(5, (i) => line(`M${-270 - i * 20} ${-20 + i * 10}q-16 10 0 22`, '#ffffffaa', 6)),
        )
      );
    },
  },
  {
    name: 'running-track',
    svg: () =>
      ground('#3f8f5f') +
      times(8, (i) =>
        path(
          `M-200 ${1100}C-200 ${180 + i * 66} ${240 + i * 20} ${-40 + i * 84} 1400 ${-20 + i * 92}V1100Z`,
          i % 2 ? '#c9573f' : '#d0614a',
        ),
      ) +
      times(9, (i) =>
        line(`M-200 ${1100}C-200 ${180 + i * 66} ${240 + i * 20} ${-40 + i * 84} 1400 ${-20 + i * 92}`, '#fff6e8', 6),
      ) +
      times(7, (i) =>
        put(
          930 + i * 2,
          70 + i * 92,
          `<text font-family="DejaVu Sans Condensed, sans-serif" font-weight="700" font-size="64" fill="#fff6e8">${i + 1}</text>`,
          4,
        ),
      ) +
      faint(0.16, path('M0 800L500 0H900L300 800Z', '#ffffff')),
  },
  {
    name: 'kettlebells',
    svg: () =>
      washed(['#3a4250', '#1f242d'], 90) +
      rect(0, 610, 1200, 190, '#14171c') +
      circle(600, 360, 330, '#c8f13522') +
      put(330, 500, bell('#4a5260')) +
      put(600, 480, bell('#6b7788'), 0, 1.28) +
      put(890, 505, bell('#4a5260'), 0, 0.92) +
      times(24, (i) => line(`M${i * 54} 650l-30 150`, '#ffffff0c', 5)),
  },
  {
    name: 'barbell-plates',
    svg: () =>
      ground('#c8cdd4') +
      times(13, (i) => rect(i * 96, 0, 92, 800, i % 2 ? '#c1c7cf' : '#cbd1d8')) +
      put(0, 0, rect(-20, 388, 1240, 24, '#6b7480', 12) + rect(-20, 388, 1240, 8, '#9aa3ae', 4)) +
      put(330, 400, plate(230, '#c9392f')) +
      put(600, 400, plate(190, '#1f5fa8')) +
      put(840, 400, plate(158, '#e3ae2e')) +
      put(1040, 400, plate(128, '#2f8a57')),
  },
  {
    name: 'yoga-mats',
    svg: () => {
      const roll = (tone: string, dark: string): string =>
        lifted(
          rect(-110, -300, 220, 300, tone, 10) +
            oval(0, 0, 110, 60, tone) +
            oval(0, -300, 110, 60, dark) +
            line('M0 -300C40 -300 40 -276 0 -274C-60 -272 -70 -326 0 -330C90 -332 96 -262 0 -258', '#ffffff66', 7) +
            rect(-110, -190, 220, 22, '#ffffff3d') +
            rect(-110, -90, 220, 22, '#ffffff3d'),
          6,
          14,
          12,
          '#3a1d3044',
        );
      return (
        washed(['#f7e6dd', '#efd0c4'], 90) +
        circle(600, 300, 240, '#f2a884') +
        circle(600, 300, 170, '#f6c7a8') +
        rect(0, 600, 1200, 200, '#d9b8a3') +
        put(300, 680, roll('#7d9d9c', '#5f8382')) +
        put(560, 700, roll('#c97b84', '#a95f69')) +
        put(820, 690, roll('#576f8c', '#435a75')) +
        put(1040, 720, rect(-90, -120, 180, 120, '#f2e3d0', 16) + line('M-70 -60H70', '#d9b8a3', 6)) +
        put(
          110,
          720,
          rect(-50, -110, 100, 110, '#fff7ea', 12) +
            times(7, (i) => put(0, -104, leaf(170, 28, i % 2 ? '#6aa58a' : '#4d8f76'), -54 + i * 18)),
        )
      );
    },
  },
  {
    name: 'spin-wheels',
    svg: () => {
      const wheel = (r: number, rim: string): string =>
        circle(0, 0, r, 'none', `stroke="#14171c" stroke-width="${r * 0.11}"`) +
        circle(0, 0, r * 0.88, 'none', `stroke="${rim}" stroke-width="${r * 0.06}"`) +
        times(24, (i) => put(0, 0, line(`M6 0L0 ${-r * 0.85}`, '#ffffff55', 2.5), i * 15)) +
        circle(0, 0, r * 0.14, rim) +
        circle(0, 0, r * 0.05, '#14171c');
      return (
        washed(['#ff6a4d', '#d6308f', '#5b2fb8'], 35) +
        put(300, 430, wheel(280, '#ffd23f')) +
        put(840, 470, wheel(220, '#3fe0d0')) +
        put(1130, 170, wheel(130, '#ffd23f')) +
        times(9, (i) => line(`M${-40 + i * 20} ${110 + i * 74}H${180 + i * 46}`, '#ffffff3d', 8))
      );
    },
  },
  {
    name: 'boxing-gloves',
    svg: () => {
      const glove = (tone: string, dark: string): string =>
        lifted(
          path('M-110 120C-150 40 -150 -90 -70 -130C10 -168 110 -140 122 -50C132 20 110 80 90 120Z', tone) +
            path('M-96 30C-160 10 -176 -70 -130 -96C-90 -116 -66 -76 -62 -30Z', dark) +
            rect(-104, 112, 200, 84, '#f4f1ea', 16) +
            rect(-104, 132, 200, 16, dark),
          8,
          18,
          14,
          '#00000055',
        ) +
        path('M-30 -112C20 -134 80 -114 96 -64', 'none', 'stroke="#ffffff55" stroke-width="12" stroke-linecap="round"');
      return (
        washed(['#23313f', '#101821'], 60) +
        times(4, (i) =>
          rect(0, 120 + i * 190, 1200, 16, ['#e3503f', '#f4f1ea', '#2f7dc4', '#e3503f'][i]!, 8, 'opacity="0.55"'),
        ) +
        put(410, 400, glove('#d9382f', '#a8231d'), -18, 1.5) +
        put(800, 420, put(0, 0, `<g transform="scale(-1 1)">${glove('#d9382f', '#a8231d')}</g>`), 18, 1.5)
      );
    },
  },
  {
    name: 'tennis-court',
    svg: () =>
      ground('#2f7d6c') +
      put(
        600,
        400,
        rect(-520, -320, 1040, 640, '#c96a45') +
          rect(-520, -320, 1040, 640, 'none', 0, 'stroke="#fff6e8" stroke-width="8"') +
          line('M-520 -230H520M-520 230H520M-270 -230V230M270 -230V230M-270 0H270', '#fff6e8', 7) +
          rect(-6, -350, 12, 700, '#22343a') +
          times(28, (i) => line(`M-14 ${-345 + i * 25}h28`, '#ffffff88', 3)) +
          lifted(
            circle(170, -96, 24, '#dff04a') + line('M152 -112C164 -100 164 -88 156 -78', '#ffffff', 4),
            30,
            34,
            6,
            '#00000055',
          ),
        -9,
        1.1,
      ),
  },
  {
    name: 'spa-blossoms',
    svg: () => {
      const bloom = (tone: string): string =>
        times(6, (i) =>
          put(
            0,
            0,
            path('M0 0C-40 -30 -40 -92 0 -110C40 -92 40 -30 0 0Z', tone) + line('M0 -16V-84', '#ffffff55', 4),
            i * 60,
          ),
        ) + circle(0, 0, 24, '#f2c14e');
      const stone = (rx: number, tone: string): string =>
        lifted(
          oval(0, 0, rx, rx * 0.34, tone) + oval(-rx * 0.3, -rx * 0.12, rx * 0.34, rx * 0.07, '#ffffff33'),
          4,
          10,
          8,
          '#2a2f3855',
        );
      return (
        washed(['#f3ebe4', '#e3d3ca'], 60) +
        circle(600, 360, 300, '#ffffff66') +
        put(640, 640, stone(250, '#5b6068')) +
        put(630, 540, stone(200, '#767c86')) +
        put(650, 456, stone(150, '#8f959e')) +
        put(640, 388, stone(104, '#a9aeb6')) +
        put(640, 330, lifted(bloom('#f4a9bd')), 8, 0.8) +
        put(230, 590, lifted(bloom('#fbe3ea')), 20) +
        put(1010, 250, lifted(bloom('#f4a9bd')), -14, 0.86) +
        put(170, 220, leaf(190, 46, '#8fb3a3'), -40) +
        put(230, 240, leaf(170, 42, '#6d9a88'), 10) +
        put(1050, 720, leaf(230, 56, '#8fb3a3'), 36) +
        put(980, 730, leaf(190, 46, '#6d9a88'), -8) +
        put(
          930,
          600,
          lifted(
            rect(-60, -150, 120, 200, '#c97b84', 26) +
              rect(-26, -206, 52, 60, '#4a3a3a', 10) +
              rect(-42, -80, 84, 70, '#fff7ea', 8),
          ),
        )
      );
    },
  },
  {
    name: 'clothes-rail',
    svg: () =>
      washed(['#efece6', '#ddd7cc'], 90) +
      rect(0, 680, 1200, 120, '#c9b79f') +
      line('M120 150H1080M180 150V720M1020 150V720', '#1c1c1c', 12) +
      times(7, (i) =>
        put(
          260 + i * 112,
          150,
          line('M0 0C0 26 16 18 0 44L-60 84H60L0 44', '#8a7a66', 7) +
            lifted(
              path(
                i % 3 === 1 ?
                  'M-70 76L-30 62H30L70 76L96 420H-96Z'
                : 'M-58 76L-24 64C-12 78 12 78 24 64L58 76L110 190L74 208L66 170V360H-66V170L-74 208L-110 190Z',
                ['#b4533f', '#f2e3d0', '#2f5d62', '#d9a441', '#1c1c1c', '#c97b84', '#7d9d9c'][i]!,
              ),
              5,
              10,
              8,
              '#2a201833',
            ),
          (i % 2 ? 1 : -1) * 2,
        ),
      ),
  },
  {
    name: 'book-shelf',
    svg: () => {
      const any = chance(77);
      const tones = ['#b4533f', '#2f5d62', '#d9a441', '#7c4f86', '#f2e3d0', '#3f7a5a', '#c97b84', '#24364c'];
      return (
        ground('#5e3f2c') +
        times(3, (row) => {
          let x = 40;
          return (
            rect(30, 30 + row * 256, 1140, 232, '#3f2a1d') +
            times(26, () => {
              const [w, h] = [26 + any() * 30, 150 + any() * 66];
              const at = x;
              x += w + 3;
              if (at > 1090 || (row === 1 && at > 420 && at < 640)) return '';
              return (
                rect(at, 262 + row * 256 - h, w, h, tones[Math.floor(any() * 8)]!, 3) +
                rect(at + 5, 262 + row * 256 - h + 24, w - 10, 8, '#ffffff55') +
                rect(at + 5, 262 + row * 256 - 36, w - 10, 5, '#ffffff55')
              );
            }) +
            rect(30, 262 + row * 256, 1140, 22, '#8a5f41')
          );
        }) +
        put(
          535,
          518,
          rect(-60, -80, 120, 80, '#f4ebdf', 12) +
            times(7, (i) => put(0, -74, leaf(120, 30, i % 2 ? '#4d8f5c' : '#6aa573'), -54 + i * 18)),
        )
      );
    },
  },
  {
    name: 'string-lights',
    svg: () => {
      const bulb = glow('#fff3c4', '#ffb84d00');
      const strand = (y: number, sag: number, count: number): string =>
        line(`M-20 ${y}Q600 ${y + sag * 2} 1220 ${y}`, '#0b0f22', 5) +
        times(count, (i) => {
          const s = (i + 0.5) / count;
          const [x, h] = [-20 + s * 1240, y + 4 * sag * s * (1 - s)];
          return (
            circle(x, h + 26, 74, bulb.use) + rect(x - 6, h - 2, 12, 14, '#0b0f22') + oval(x, h + 26, 13, 17, '#fff3c4')
          );
        });
      return (
        washed(['#141b3f', '#3a2c66', '#8a4a72', '#e38a62'], 90) +
        `<defs>${bulb.defs}</defs>` +
        path(
          'M0 800V600L90 560L160 620L260 540L330 640L430 590L520 660H700L790 590L860 640L960 560L1040 620L1120 570L1200 620V800Z',
          '#120f2b',
        ) +
        strand(60, 110, 11) +
        strand(210, 140, 9) +
        strand(20, 220, 8)
      );
    },
  },
  {
    name: 'concert-stage',
    svg: () => {
      const any = chance(64);
      const beam = (x: number, turn: number, tone: string): string => {
        const light = fade([`${tone}cc`, `${tone}00`]);
        return `<defs>${light.defs}</defs>` + put(x, -20, path('M-14 0H14L150 760H-150Z', light.use), turn);
      };
      return (
        washed(['#0c0a24', '#1b0f3b', '#3a1559'], 90) +
        beam(200, -22, '#ff5fa2') +
        beam(420, -6, '#6fd3ff') +
        beam(780, 8, '#ffd23f') +
        beam(1000, 24, '#ff5fa2') +
        beam(600, 0, '#c08bff') +
        rect(0, 560, 1200, 20, '#ff5fa2') +
        rect(0, 0, 1200, 26, '#08071a') +
        times(6, (i) => rect(150 + i * 180, 14, 60, 34, '#08071a', 8)) +
        times(40, (i) => {
          const [x, r] = [i * 31 + any() * 20 - 10, 30 + any() * 12];
          const y = 690 + any() * 60;
          return (
            circle(x, y, r, '#08071a') +
            path(
              `M${x - r * 1.6} 860C${x - r * 1.6} ${y + 20} ${x + r * 1.6} ${y + 20} ${x + r * 1.6} 860Z`,
              '#08071a',
            ) +
            (i % 4 === 1 ?
              line(`M${x - 30} ${y + 40}L${x - 44} ${y - 110}M${x + 26} ${y + 40}L${x + 46} ${y - 96}`, '#08071a', 20)
            : '')
          );
        })
      );
    },
  },
  {
    name: 'party-balloons',
    svg: () => {
      const any = chance(15);
      const balloon = (tone: string): string => {
        const skin = glow('#ffffff', tone);
        return (
          `<defs>${skin.defs}</defs>` +
          line('M0 124C-20 220 24 300 -8 420', '#ffffffaa', 4) +
          path('M-14 134L0 116L14 134Z', tone) +
          oval(0, 0, 96, 120, tone) +
          faint(0.4, oval(-30, -42, 50, 60, skin.use))
        );
      };
      return (
        washed(['#ffe9d6', '#ffd0d0', '#f7b6cf'], 70) +
        times(70, () =>
          put(
            any() * 1200,
            any() * 800,
            rect(-9, -4, 18, 8, ['#f2b544', '#5bb8a6', '#d6503f', '#6b7fd6'][Math.floor(any() * 4)]!, 3),
            any() * 180,
          ),
        ) +
        [
          [250, 330, '#e3503f'],
          [430, 220, '#f2b544'],
          [620, 340, '#4aa99a'],
          [800, 210, '#6b7fd6'],
          [980, 340, '#d9629b'],
          [540, 480, '#f49b6e'],
          [730, 500, '#8a63b8'],
        ]
          .map(([x, y, tone]) =>
            put(x as number, y as number, lifted(balloon(tone as string), 6, 14, 12, '#6b2a3a33'), (any() - 0.5) * 12),
          )
          .join('')
      );
    },
  },
  {
    name: 'wrapped-gifts',
    svg: () => {
      const gift = (w: number, h: number, tone: string, band: string): string =>
        lifted(
          rect(-w / 2, -h / 2, w, h, tone, 10) +
            rect(-w * 0.08, -h / 2, w * 0.16, h, band) +
            rect(-w / 2, -h * 0.08, w, h * 0.16, band) +
            path('M0 0C-70 -80 -120 -20 0 0C-120 30 -60 80 0 0C70 -80 120 -20 0 0C120 30 60 80 0 0Z', band) +
            circle(0, 0, 20, band),
          10,
          18,
          14,
          '#1c2a2a55',
        );
      return (
        washed(['#1f4f48', '#143a35'], 55) +
        put(380, 330, gift(340, 340, '#d9473f', '#f6e3c8'), -12) +
        put(790, 270, gift(300, 240, '#f2e3d0', '#b4533f'), 10) +
        put(700, 590, gift(420, 240, '#e3ae2e', '#1f4f48'), -4) +
        put(190, 640, gift(220, 220, '#f4ebdf', '#3f7a5a'), 16) +
        put(1060, 560, gift(200, 260, '#c97b84', '#fff7ea'), 14) +
        put(
          1080,
          120,
          times(7, (i) => put(0, 0, leaf(120, 22, '#4d8f5c'), i * 40)) +
            times(3, (i) => circle(Math.cos(i * 2.1) * 16, Math.sin(i * 2.1) * 16, 13, '#d9473f')),
        )
      );
    },
  },
  {
    name: 'good-dogs',
    svg: () =>
      washed(['#cdebe6', '#a5d8d1'], 90) +
      circle(600, 420, 330, '#ffffff55') +
      rect(0, 690, 1200, 110, '#3f8f86') +
      put(330, 520, dog('#d9a066', '#a9743f')) +
      put(620, 470, dog('#f4e9da', '#8a5f41'), 0, 1.2) +
      put(920, 530, dog('#5e4a3f', '#3f2f27'), 0, 0.96) +
      put(
        130,
        180,
        put(
          0,
          0,
          rect(-70, -16, 140, 32, '#fff7ea', 10) +
            [-70, 70].map((x) => circle(x, -16, 24, '#fff7ea') + circle(x, 16, 24, '#fff7ea')).join(''),
        ),
        -24,
      ) +
      put(
        1080,
        200,
        put(
          0,
          0,
          rect(-60, -14, 120, 28, '#fff7ea', 10) +
            [-60, 60].map((x) => circle(x, -14, 20, '#fff7ea') + circle(x, 14, 20, '#fff7ea')).join(''),
        ),
        30,
      ),
  },
  {
    name: 'shared-table',
    svg: () =>
      washed(['#3f5a4d', '#2b4238'], 60) +
      put(
        600,
        400,
        lifted(rect(-480, -230, 960, 460, '#c9986a', 40), 10, 22, 20, '#00000066') +
          times(5, (i) => line(`M-470 ${-150 + i * 76}H470`, '#00000014', 3)),
      ) +
      [
        [280, 290],
        [600, 270],
        [920, 290],
        [280, 510],
        [600, 530],
        [920, 510],
      ]
        .map(([x, y], i) =>
          put(
            x!,
            y!,
            lifted(circle(0, 0, 84, '#fdf8ef') + circle(0, 0, 62, '#f1e7d8')) +
              path(
                blob(0, 0, 44, (k) => 0.8 + ((k + i) % 3) * 0.16),
                ['#d9694f', '#8fb35a', '#f2b544', '#c97b84', '#5b9145', '#e8913f'][i]!,
              ) +
              circle(10, -8, 12, '#ffffff66') +
              line('M-112 -40V44M110 -40V44', '#e4e7ea', 8),
          ),
        )
        .join('') +
      put(440, 400, lifted(circle(0, 0, 40, '#ffffff66') + circle(0, 0, 32, '#a8324a'), 3, 6, 5)) +
      put(760, 400, lifted(circle(0, 0, 40, '#ffffff66') + circle(0, 0, 32, '#f2d58a'), 3, 6, 5)) +
      put(
        600,
        400,
        times(6, (i) => put(0, 0, leaf(66, 18, i % 2 ? '#6aa573' : '#4d8f5c'), i * 60)) + circle(0, 0, 14, '#f4a9bd'),
      ) +
      times(6, (i) => rect(i < 3 ? 200 + i * 320 : 200 + (i - 3) * 320, i < 3 ? 60 : 690, 160, 54, '#5e3f2c', 20)),
  },
  {
    name: 'soft-dawn',
    svg: () => {
      const [one, two, three] = [
        glow('#ff9e7d', '#ff9e7d00'),
        glow('#ffd38a', '#ffd38a00'),
        glow('#b48cf2', '#b48cf200'),
      ];
      return (
        `<defs>${one.defs}${two.defs}${three.defs}</defs>` +
        ground('#fbe6dd') +
        circle(240, 210, 620, one.use) +
        circle(960, 160, 560, two.use) +
        circle(840, 720, 620, three.use) +
        circle(200, 760, 430, two.use)
      );
    },
  },
  {
    name: 'deep-water',
    svg: () => {
      const [one, two, three] = [
        glow('#12a7a0', '#12a7a000'),
        glow('#2f5bea', '#2f5bea00'),
        glow('#7de0c8', '#7de0c800'),
      ];
      return (
        `<defs>${one.defs}${two.defs}${three.defs}</defs>` +
        ground('#0c1b3d') +
        circle(960, 640, 620, one.use) +
        circle(180, 180, 620, two.use) +
        circle(1080, 120, 330, three.use) +
        circle(420, 820, 380, one.use)
      );
    },
  },
  {
    name: 'mosaic-arcs',
    svg: () => {
      const any = chance(33);
      const tones = ['#f2b544', '#d9694f', '#2f5d62', '#f6e3c8', '#8fb3a3', '#24364c'];
      return (
        ground('#f6e3c8') +
        times(6, (column) =>
          times(4, (row) =>
            put(
              100 + column * 200,
              100 + row * 200,
              clipped(
                '<rect x="-100" y="-100" width="200" height="200"/>',
                rect(-100, -100, 200, 200, tones[Math.floor(any() * 6)]!) +
                  times(4, (i) => circle(-100, 100, 200 - i * 50, tones[Math.floor(any() * 6)]!)),
              ),
              Math.floor(any() * 4) * 90,
            ),
          ),
        )
      );
    },
  },
  {
    name: 'terrazzo',
    svg: () => {
      const any = chance(91);
      return (
        ground('#f4efe8') +
        times(190, () =>
          path(
            blob(any() * 1200, any() * 800, 8 + any() * 34, () => 0.55 + any() * 0.75, 6),
            ['#d9694f', '#2f5d62', '#f2b544', '#c9b79f', '#8fb3a3', '#3a3f4a', '#e3b7a6'][Math.floor(any() * 7)]!,
          ),
        )
      );
    },
  },
];
