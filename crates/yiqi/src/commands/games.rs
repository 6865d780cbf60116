use clap::Args;
use command_line::Failure;
use command_line::arguments::OutputArgs;
use command_line::output::Output;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &GamesArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    for variant in games::variants() {
        out.line(format_args!("{}  {} {}", variant.id, variant.name, variant.name_zh))?;
    }
    out.json(
        || json!({ "variants": games::variants().iter().copied().map(object).collect::<Vec<_>>() }),
    )
}

fn object(variant: &engine::Variant) -> Value {
    let rules = variant.rule_sets.iter().map(|rules| {
        json!({
            "id": rules.id,
            "name": rules.name,
            "name_zh": rules.name_zh,
            "provisional": rules.provisional,
        })
    });
    let notations = variant.notations.iter().map(|n| json!({ "id": n.id, "name": n.name }));
    let textbook = games::presets(variant.id).unwrap_or_default();
    let partners = games::sparring_partners(variant.id).unwrap_or_default();
    let presets = textbook.iter().chain(partners).map(|preset| {
        json!({
            "id": preset.id,
            "name": preset.name,
            "name_zh": preset.name_zh,
            "text": preset.text,
        })
    });
    json!({
        "id": variant.id,
        "name": variant.name,
        "name_zh": variant.name_zh,
        "sides": variant.sides,
        "rule_sets": rules.collect::<Vec<_>>(),
        "notations": notations.collect::<Vec<_>>(),
        "start": variant.start,
        "presets": presets.collect::<Vec<_>>(),
    })
}
