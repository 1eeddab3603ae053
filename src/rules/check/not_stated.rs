//! What a text leaves open: a note, never an invented limit.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Bind, Bound, Cx, Model};
use crate::text::{FileId, Place};

/// Says that the rule text is silent on something.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NotStated {
    /// What is left open.
    pub topic: String,
    /// Who decides it instead; `layer` names the layers in use.
    #[serde(default)]
    pub decided_by: Option<DecidedBy>,
}

/// Who decides what a text leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DecidedBy {
    /// A layer, such as a host's rules.
    Layer,
}

#[derive(Debug)]
struct BoundNotStated(String);

impl NotStated {
    pub(super) fn bind(&self, bind: &mut Bind<'_>) -> Box<dyn Bound> {
        let topic = &self.topic;
        Box::new(BoundNotStated(match (self.decided_by, bind.layers) {
            (None, _) => format!("not stated by the rules: {topic}; not checked"),
            (Some(DecidedBy::Layer), []) => {
                format!("not stated by the rules: {topic}; no layer is in use, so they were not checked")
            }
            (Some(DecidedBy::Layer), layers) => {
                format!("not stated by the rules: {topic}; decided by the layer {}", layers.join(", "))
            }
        }))
    }
}

impl Bound for BoundNotStated {
    /// Raised to an error it is one of every deck.
    fn constrain(&self, model: &mut Model<'_>) {
        model.unsaid();
    }

    fn check(&self, cx: &mut Cx<'_>) {
        let finding = cx.finding(Place::File(FileId::INPUT), self.0.clone(), &[]);
        cx.push(finding);
    }
}
