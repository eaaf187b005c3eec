/** Icons of the own account (Lucide, ISC), beside those that everything has. */
export const accountIcons = {
  actAs: [
    ['path', { d: 'M10 15H6a4 4 0 0 0-4 4v2' }],
    ['path', { d: 'm14.305 16.53.923-.382' }],
    ['path', { d: 'm15.228 13.852-.923-.383' }],
    ['path', { d: 'm16.852 12.228-.383-.923' }],
    ['path', { d: 'm16.852 17.772-.383.924' }],
    ['path', { d: 'm19.148 12.228.383-.923' }],
    ['path', { d: 'm19.53 18.696-.382-.924' }],
    ['path', { d: 'm20.772 13.852.924-.383' }],
    ['path', { d: 'm20.772 16.148.924.383' }],
    ['circle', { cx: '18', cy: '15', r: '3' }],
    ['circle', { cx: '9', cy: '7', r: '4' }],
  ],
  printer: [
    ['path', { d: 'M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2' }],
    ['path', { d: 'M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6' }],
    ['rect', { x: '6', y: '14', width: '12', height: '8', rx: '1' }],
  ],
  download: [
    ['path', { d: 'M12 15V3' }],
    ['path', { d: 'M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4' }],
    ['path', { d: 'm7 10 5 5 5-5' }],
  ],
  upload: [
    ['path', { d: 'M12 3v12' }],
    ['path', { d: 'm17 8-5-5-5 5' }],
    ['path', { d: 'M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4' }],
  ],
  device: [
    ['rect', { width: '20', height: '14', x: '2', y: '3', rx: '2' }],
    ['path', { d: 'M8 21h8' }],
    ['path', { d: 'M12 17v4' }],
  ],
  circle: [['circle', { cx: '12', cy: '12', r: '9' }]],
} as const
