'use client'

import { useTranslations } from 'next-intl'
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'

type Props = { readonly code: string; readonly link: string }

/** Dark on light in both themes: many scanners cannot read inverted codes. */
const look = { level: 'M', marginSize: 4, bgColor: '#ffffff', fgColor: '#1b1a17' } as const

/** Shows a link as a QR code that can be scanned or saved. */
export const LinkQr = ({ code, link }: Props) => {
  const t = useTranslations('affiliate')
  const svgRef = useRef<SVGSVGElement>(null)
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const savePng = () =>
    canvasRef.current?.toBlob((image) => image && save(image, `${code}.png`), 'image/png')
  const saveSvg = () => {
    if (!svgRef.current) return
    const text = new XMLSerializer().serializeToString(svgRef.current)
    save(new Blob([text], { type: 'image/svg+xml' }), `${code}.svg`)
  }
  return (
    <div className="grid justify-items-start gap-3">
      <QRCodeSVG
        ref={svgRef}
        value={link}
        size={208}
        title={t('share.qr', { code })}
        className="max-w-full rounded-well"
        {...look}
      />
      <QRCodeCanvas ref={canvasRef} value={link} size={1024} hidden {...look} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={savePng}>
          {t('share.png')}
        </Button>
        <Button size="small" onClick={saveSvg}>
          {t('share.svg')}
        </Button>
      </div>
    </div>
  )
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
