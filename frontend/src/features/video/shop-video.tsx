import { useTexts } from "@/lib/texts/i18n";
import { useShop } from "@/lib/shop-data";
import { BUTTON, PLAIN } from "@/ui/button";
import { Sign } from "@/ui/sign";
import { VideoLink } from "./video-link";

/** The shop's own video on its home page (catalogue §3 `embed_youtube`). */
export function ShopVideo() {
  const { t } = useTexts();
  const { name, meta } = useShop();
  if (!meta.embedYoutube) return null;
  return (
    <section className="shell pt-16 md:pt-24">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-card bg-surface p-6 md:p-10">
        <h2 className="display text-4xl">{t("LANG_VIDEO_TITLE")}</h2>
        <VideoLink video={meta.embedYoutube} title={name} className={`${BUTTON} ${PLAIN}`}>
          <Sign name="play" />
          {t("LANG_VIDEO_WATCH")}
        </VideoLink>
      </div>
    </section>
  );
}
